import * as functions from '../../modules/guarded_texts.cjs';
for (const name of ['semicolons', 'sloppy', 'arrow']) console.log(String(functions[name]));
