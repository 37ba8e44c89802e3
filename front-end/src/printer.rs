//! Prints a syntax tree as text for the engine, and tells where its parts come from.

use std::path::PathBuf;

use oxc_ast::ast::Program;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc_semantic::Scoping;

use super::call_places::CallPlaces;
use super::position_map::{Mapping, PositionMap};
use super::text_index::TextIndex;

/// Prints the tree of a file. Variables have the names that the scopes say. `calls` are those of the tree before it was
/// changed.
pub(super) fn print(program: &Program<'_>, scoping: Scoping, calls: &CallPlaces) -> (String, PositionMap) {
    let options = CodegenOptions {
        comments: CommentOptions::disabled(),
        // Only the tokens of the map count.
        source_map_path: Some(PathBuf::new()),
        ..CodegenOptions::default()
    };
    let printed = Codegen::new().with_options(options).with_scoping(Some(scoping)).build(program);
    let Some(map) = printed.map else { return (printed.code, PositionMap::default()) };
    let tokens = map.get_tokens().map(|token| Token {
        printed: (token.get_dst_line(), token.get_dst_col()),
        original: (token.get_src_line(), token.get_src_col()),
    });
    let positions = positions(&printed.code, program.source_text, tokens, calls);
    (printed.code, positions)
}

/// The line and the column of a token of a source map in the printed text and in the original one, from 0.
struct Token {
    printed: (u32, u32),
    original: (u32, u32),
}

fn positions(printed: &str, original: &str, tokens: impl Iterator<Item = Token>, calls: &CallPlaces) -> PositionMap {
    let (printed_index, original_index) = (TextIndex::new(printed), TextIndex::new(original));
    let offset = |index: &TextIndex, (line, column)| index.offset_of_units(line, column);
    let places = tokens.map(|token| (offset(&printed_index, token.printed), offset(&original_index, token.original)));
    let places: Vec<(u32, u32)> = places.collect();
    let ends = places.iter().skip(1).map(|&(next, _)| next as usize).chain([printed.len()]);
    let mut mappings = Vec::with_capacity(places.len());
    for (&(compiled, place), end) in places.iter().zip(ends) {
        let texts = printed.as_bytes()[compiled as usize..end].iter().zip(&original.as_bytes()[place as usize..]);
        let same = texts.take_while(|(one, other)| one == other).count();
        let same = u32::try_from(same).unwrap_or(u32::MAX);
        mappings.push(Mapping { compiled, original: place, same });
        if printed.as_bytes().get((compiled + same) as usize) == Some(&b'(')
            && let Some(parenthesis) = calls.after(place + same)
        {
            mappings.push(Mapping { compiled: compiled + same, original: parenthesis, same: 1 });
        }
    }
    PositionMap::new(printed_index, original_index, mappings)
}
