exports.element = <i>required</i>;
