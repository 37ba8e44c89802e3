//! The width of text in a terminal.

use unicode_width::UnicodeWidthStr;

use super::text_styles::without_styles;

/// Returns how many columns the text takes in a terminal.
pub(crate) fn text_width(text: &str) -> usize {
    without_styles(text).width()
}

#[cfg(test)]
mod tests {
    use super::text_width;

    #[test]
    fn colors_have_no_width() {
        assert_eq!((text_width("\x1b[33m'漢字'\x1b[39m"), text_width("é")), (6, 1));
    }
}
