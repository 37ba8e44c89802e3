//! Values go to JavaScript and back unchanged; what does not fit is an error with its place.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{from_js, to_js};
use crate::Runtime;

fn runtime() -> Runtime {
    Runtime::builder().virtual_time().build().unwrap()
}

/// Sends a value to JavaScript and back.
fn round_trip<T: Serialize + DeserializeOwned>(value: &T, runtime: &mut Runtime) -> T {
    runtime
        .try_with_context(|context| {
            let value = to_js(value, context)?;
            from_js(&value, context)
        })
        .unwrap()
}

/// What JavaScript sees.
fn seen(value: &impl Serialize, expression: &str) -> String {
    let mut runtime = runtime();
    let value = runtime.try_with_context(|context| to_js(value, context)).unwrap();
    runtime.set_global("it", value).unwrap();
    runtime.run_script(&format!("String({expression})")).unwrap().as_string().unwrap().to_std_string_lossy()
}

fn read<T: DeserializeOwned>(source: &str) -> Result<T, String> {
    let mut runtime = runtime();
    let value = runtime.run_script(source).unwrap();
    runtime.try_with_context(|context| from_js(&value, context)).map_err(|error| {
        let text = error.to_string();
        text.split(" (").next().unwrap_or_default().to_owned()
    })
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Tree {
    Unit,
    Leaf(i64),
    Text {
        text: String,
        note: Option<String>,
    },
    Pair(u64, f64),
    Many(Vec<Tree>),
    Named(BTreeMap<String, Tree>),
    #[serde(with = "super::map")]
    Numbered(BTreeMap<u64, Tree>),
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::Unit),
        any::<i64>().prop_map(Tree::Leaf),
        (any::<String>(), any::<Option<String>>()).prop_map(|(text, note)| Tree::Text { text, note }),
        (any::<u64>(), any::<f64>()).prop_map(|(one, other)| Tree::Pair(one, other)),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Tree::Many),
            prop::collection::btree_map(any::<String>(), inner.clone(), 0..6).prop_map(Tree::Named),
            prop::collection::btree_map(any::<u64>(), inner, 0..6).prop_map(Tree::Numbered),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_values_come_back(trees in prop::collection::vec(trees(), 1..8)) {
        prop_assert_eq!(&round_trip(&trees, &mut runtime()), &trees);
    }

    #[test]
    fn all_integers_come_back(
        signed in any::<i128>(), unsigned in any::<u128>(), long in any::<i64>(), long_unsigned in any::<u64>()
    ) {
        let value = (signed, unsigned, long, long_unsigned);
        prop_assert_eq!(round_trip(&value, &mut runtime()), value);
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct All {
    flag: bool,
    letter: char,
    unit: (),
    tuple: (u8, i8, String),
    some: Option<u32>,
    #[serde(with = "super::bytes")]
    bytes: Vec<u8>,
    #[serde(with = "super::set")]
    set: BTreeSet<String>,
    #[serde(with = "super::date")]
    date: SystemTime,
    keys: HashMap<i32, bool>,
    flags: BTreeMap<bool, u8>,
}

fn all() -> All {
    All {
        flag: true,
        letter: '😀',
        unit: (),
        tuple: (255, -128, "x".to_owned()),
        some: Some(7),
        bytes: vec![0, 128, 255],
        set: ["a", "b"].map(str::to_owned).into(),
        date: SystemTime::UNIX_EPOCH - Duration::from_millis(1_500),
        keys: HashMap::from([(-3, true)]),
        flags: BTreeMap::from([(false, 0), (true, 1)]),
    }
}

#[test]
fn types_have_their_counterparts() {
    assert_eq!(round_trip(&all(), &mut runtime()), all());
    let expected = "true 😀 true,undefined 255,-128,x 7 Uint8Array 0,128,255 Set 2 -1500 true 0";
    let expression = "`${it.flag} ${it.letter} ${'unit' in it},${it.unit} ${it.tuple} ${it.some} \
                      ${it.bytes.constructor.name} ${it.bytes} ${it.set.constructor.name} ${it.set.size} \
                      ${it.date.getTime()} ${it.keys[-3]} ${it.flags.false}`";
    assert_eq!(seen(&all(), expression), expected);
}

#[test]
fn integers_are_never_rounded() {
    assert_eq!(seen(&9_007_199_254_740_991_u64, "typeof it + it"), "number9007199254740991");
    assert_eq!(seen(&9_007_199_254_740_992_u64, "typeof it + it"), "bigint9007199254740992");
    assert_eq!(
        read::<u64>("2 ** 53").unwrap_err(),
        "TypeError: 9007199254740992 may stand for several integers: use a BigInt"
    );
    assert_eq!(read::<u64>("2n ** 53n"), Ok(1 << 53));
    assert_eq!(read::<u8>("256").unwrap_err(), "TypeError: invalid value: integer `256`, expected u8");
    assert_eq!(read::<i32>("1.5").unwrap_err(), "TypeError: 1.5 is not an integer");
    assert_eq!(read::<i32>("NaN").unwrap_err(), "TypeError: NaN is not an integer");
    assert_eq!(read::<i32>("'1'").unwrap_err(), "TypeError: expected an integer, found a string");
    assert_eq!(read::<u128>("2n ** 128n").unwrap_err(), "TypeError: the BigInt has more than 128 bits");
    assert_eq!(read::<f64>("1n").unwrap_err(), "TypeError: expected a number, found 1n");
}

#[test]
fn maps_of_the_program_cannot_change_prototypes() {
    let map = BTreeMap::from([("__proto__", 1), ("constructor", 2)]);
    assert_eq!(
        seen(&map, "Object.keys(it) + Object.getPrototypeOf(it).constructor.name"),
        "__proto__,constructorObject"
    );
    let keys = BTreeMap::from([((1, 2), 3)]);
    let refused = runtime().try_with_context(|context| to_js(&keys, context)).unwrap_err().to_string();
    assert!(refused.contains("posttask::serde::map"), "{refused}");
}

#[test]
fn errors_say_where() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its errors are of interest")]
    struct Outer {
        items: Vec<HashMap<String, u8>>,
    }
    let error = read::<Outer>("({ items: [{}, { 'a b': 1, c: 'x' }] })").unwrap_err();
    assert_eq!(error, "TypeError: at .items[1].c: expected an integer, found a string");
    assert_eq!(read::<Outer>("({})").unwrap_err(), "TypeError: missing field `items`");
    assert_eq!(read::<Outer>("(() => 1)").unwrap_err(), "TypeError: expected an object, found a function");
    assert_eq!(read::<Vec<u8>>("[1,,3]").unwrap_err(), "TypeError: at [1]: the array has no such element");
    assert_eq!(
        read::<String>("'\\ud800'").unwrap_err(),
        "TypeError: the string has a lone surrogate, which Rust cannot represent"
    );
    assert_eq!(read::<(u8, u8)>("[1, 2, 3]").unwrap_err(), "TypeError: 1 elements too many");
    assert_eq!(
        read::<Tree>("({ Leaf: 1, Unit: 2 })").unwrap_err(),
        "TypeError: expected the name of a variant, or an object with one property, found an object"
    );
    assert_eq!(
        read::<Tree>("({ Leaf: 'x' })").unwrap_err(),
        "TypeError: at .Leaf: expected an integer, found a string"
    );
}

#[test]
fn code_of_the_program_may_throw() {
    assert_eq!(
        read::<HashMap<String, u8>>("({ get a() { throw new RangeError('no') } })").unwrap_err(),
        "RangeError: no"
    );
    let proxy = "new Proxy({ a: 1 }, { ownKeys() { throw new SyntaxError('trap') } })";
    assert_eq!(read::<HashMap<String, u8>>(proxy).unwrap_err(), "SyntaxError: trap");
    assert_eq!(read::<HashMap<String, u8>>("new Proxy({ a: 1 }, {})"), Ok(HashMap::from([("a".to_owned(), 1)])));
    // It is not JSON that is used.
    assert_eq!(
        read::<Vec<u8>>(
            "JSON.stringify = JSON.parse = () => { throw 1 }; Array.prototype[Symbol.iterator] = null; [1]"
        ),
        Ok(vec![1])
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Deep(Vec<Deep>);

#[test]
fn depth_is_limited() {
    let deep = "let deep = []; for (let i = 0; i < 100_000; i++) deep = [deep]; deep";
    let cycle = "const cycle = []; cycle.push(cycle); cycle";
    for source in [deep, cycle] {
        let error = read::<Deep>(source).unwrap_err();
        assert!(error.ends_with("the value is nested more than 128 levels deep, or in itself"), "{error}");
    }
    let mut nested = Deep(Vec::new());
    for _ in 0..50 {
        nested = Deep(vec![nested]);
    }
    assert_eq!(round_trip(&nested, &mut runtime()), nested);
    for _ in 0..100 {
        nested = Deep(vec![nested]);
    }
    assert!(runtime().try_with_context(|context| to_js(&nested, context)).is_err());
}

#[test]
fn other_types_are_accepted_where_they_fit() {
    assert_eq!(read::<Vec<f64>>("new Float64Array([1.5, 2])"), Ok(vec![1.5, 2.0]));
    assert_eq!(read::<Vec<u8>>("new Set([1, 2])"), Ok(vec![1, 2]));
    assert_eq!(read::<BTreeMap<String, u8>>("new Map([['a', 1]])"), Ok(BTreeMap::from([("a".to_owned(), 1)])));
    assert_eq!(read::<BTreeMap<u64, u8>>("({ 7: 1 })"), Ok(BTreeMap::from([(7, 1)])));
    assert_eq!(read::<Option<u8>>("null"), Ok(None));
    let any = read::<serde_json::Value>("({ a: [1, 1.5, 'x', true, null], b: { c: new Map([['d', 2]]) } })");
    assert_eq!(any, Ok(serde_json::json!({ "a": [1, 1.5, "x", true, null], "b": { "c": { "d": 2 } } })));
}

#[test]
fn an_invalid_date_is_refused() {
    #[derive(Debug, Deserialize)]
    struct At {
        #[serde(with = "super::date")]
        #[expect(dead_code, reason = "only its errors are of interest")]
        at: SystemTime,
    }
    assert_eq!(read::<At>("({ at: new Date(NaN) })").unwrap_err(), "TypeError: at .at: the Date is invalid");
    assert_eq!(read::<At>("({ at: 5 })").unwrap_err(), "TypeError: at .at: expected a Date, found 5");
    assert!(read::<At>("({ at: new Date(5) })").is_ok());
}
