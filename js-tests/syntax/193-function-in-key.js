class C { [["a"].map(x => x)[0]]() {} }
