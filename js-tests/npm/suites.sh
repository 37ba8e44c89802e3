#!/usr/bin/env bash
# Runs the tests of packages, unchanged, with their own runners and with posttask, and prints counts and seconds.
#
#   js-tests/npm/suites.sh FOLDER [PACKAGE...]
#
# POSTTASK names the command. Needs git, npm and a network. Repositories are cloned into the folder, unless they are
# there. Only what the tests import is installed, not everything that a repository lists for its development.
set -uo pipefail
folder=${1:?usage: suites.sh FOLDER [PACKAGE...]}
shift
posttask=${POSTTASK:-posttask}
export NO_COLOR=1

# prepare NAME REPOSITORY COMMIT PACKAGE...
prepare() {
  local name=$1 repository=$2 commit=$3
  shift 3
  [ -d "$name" ] || git clone --quiet "https://github.com/$repository" "$name"
  [ -d "$name/node_modules" ] || git -C "$name" checkout --quiet "$commit"
  [ -d "$name/node_modules" ] && return
  (
    cd "$name" || exit
    cp package.json ../package.json.saved
    node -e '
      const fs = require("fs");
      const given = JSON.parse(fs.readFileSync("package.json"));
      const { devDependencies, peerDependencies, scripts, packageManager, ...rest } = given;
      fs.writeFileSync("package.json", JSON.stringify(rest));'
    npm install --no-audit --no-fund --ignore-scripts --no-package-lock --legacy-peer-deps --silent "$@"
    mv ../package.json.saved package.json
  )
}

counts='^# (tests|pass|fail) |^ +Tests  |^Tests:|^ +[0-9]+ passing|tests? in '

# timed FOLDER COMMAND...: prints the lines with counts, and the seconds.
timed() {
  local start end
  start=$(date +%s.%N)
  (cd "$1" && shift && timeout 600 "$@" 2>&1 | grep -aE "$counts" | tail -3)
  end=$(date +%s.%N)
  echo "  $(echo "$end - $start" | bc) s"
}

# suite NAME 'COMMAND OF ITS RUNNER' 'ARGUMENTS FOR posttask test'
suite() {
  echo "$1: $2"
  timed "$1" sh -c "$2"
  echo "$1: posttask test $3"
  timed "$1" sh -c "$posttask test $3"
}

wanted() {
  [ ${#packages[@]} = 0 ] || [[ " ${packages[*]} " == *" $1 "* ]]
}

# run NAME REPOSITORY COMMIT 'PACKAGES' 'COMMAND OF ITS RUNNER' 'ARGUMENTS FOR posttask test'
run() {
  wanted "$1" || return 0
  # shellcheck disable=SC2086 # the packages are words
  prepare "$1" "$2" "$3" $4
  suite "$1" "$5" "$6"
}

packages=("$@")
mkdir -p "$folder"
cd "$folder" || exit
run p-queue sindresorhus/p-queue 180ab9e \
  'tsx @sindresorhus/tsconfig delay in-range p-defer random-int time-span' \
  'node --import=tsx/esm --test test/*.ts' "'test/*.ts'"
run p-debounce sindresorhus/p-debounce 8964dd2 '' 'node --test test.js' test.js
run unified unifiedjs/unified 45d8fa5 '' 'node --test test/index.js' test/index.js
run find-my-way delvedor/find-my-way 31aa3ae 'proxyquire rfdc' 'node --test test/*.test.js' "'test/*.test.js'"
run avvio fastify/avvio ba0239c '' 'node --test test/*.test.js test/*/*.test.js' "'test/**/*.test.js'"
run defu unjs/defu 80c0146 'vitest@4 expect-type' 'npx vitest run' ''
run perfect-debounce unjs/perfect-debounce 301fcce 'vitest@4 in-range time-span' 'npx vitest run' ''
run hookable unjs/hookable b77477c 'vitest@4 expect-type vite esbuild hookable-prev@npm:hookable@5' 'npx vitest run' ''
run redux reduxjs/redux 3084fc33 'vitest@4 rxjs typescript@5' 'npx vitest run' ''
run ufo unjs/ufo 11308c0 'vitest@4 expect-type typescript@5' 'npx vitest run' ''
run neverthrow supermacro/neverthrow 5ef3a01 'vitest@2 typescript@5 testdouble' 'npx vitest run' ''
run immer immerjs/immer 061c242 'vitest@3 lodash immutable typescript@5 deep-freeze redux type-plus' 'npx vitest run' ''
run zustand pmndrs/zustand f094eebe \
  'vitest@4 jsdom@26 react@19 react-dom@19 @testing-library/react@16 @testing-library/dom@10
    @testing-library/jest-dom@6 @testing-library/user-event@14 use-sync-external-store immer redux
    @redux-devtools/extension typescript@5 @vitejs/plugin-react@5' 'npx vitest run' ''
run ts-pattern gvergnaud/ts-pattern 2ece6ba 'jest@30 ts-jest@29 typescript@5 @types/jest@30' 'npx jest' ''
run toad-scheduler kibertoad/toad-scheduler 7ebb468 'jest@29 ts-jest@29 typescript@5 @types/jest@29' \
  'npx jest --config=jest.config.json' ''
run dataloader graphql/dataloader b70dea3 \
  'jest@24 @babel/core @babel/preset-env @babel/preset-flow babel-jest@24' 'npx jest src' ''
run async-mutex DirtyHairy/async-mutex b0bb4c5 \
  'mocha@10 ts-node typescript@5 @sinonjs/fake-timers@11 @types/sinonjs__fake-timers@8 @types/mocha @types/node' \
  "npx mocha 'test/*.ts'" "--globals=mocha 'test/*.ts'"
run destr unjs/destr 541b6f9 'vitest@3 secure-json-parse @hapi/bourne typescript@5' 'npx vitest run' ''
run pathe unjs/pathe 2a558ae 'vitest@3 zeptomatch@2 typescript@5' 'npx vitest run' ''
run utils antfu/utils 91f8cf7 'vitest@3 p-limit@7 throttle-debounce@5.0.0 typescript@5' 'npx vitest run' ''
run picomatch micromatch/picomatch 4f41a8e 'mocha@10 fill-range@7' 'npx mocha' ''
run js-yaml nodeca/js-yaml 74a0199 'mocha@8 fast-check@2 ansi@0.3 shelljs@0.8' 'npx mocha' "'test/*.js'"
run debug debug-js/debug f405ade 'mocha@5 sinon@14' 'npx mocha test.js test.node.js' 'test.js test.node.js'
run yargs-parser yargs/yargs-parser 60f2db5 \
  'mocha@11 chai@5 typescript@5 @types/node@22 @types/mocha @types/chai@5' \
  'npx tsc -p tsconfig.test.json; npx mocha test/*.mjs' "--globals=mocha 'test/*.mjs'"
run commander tj/commander.js ba6d13dd '' 'node --test' ''
run citty unjs/citty 3e342fe7 'vitest@4 scule' 'npx vitest run' ''
run superstruct ianstormtaylor/superstruct e414c8af 'vitest@4 lodash is-email is-url is-uuid' 'npx vitest run' ''
run eventemitter3 primus/eventemitter3 b0144e94 'mocha@11 assume' 'npx mocha test/test.js' 'test/test.js'
run path-to-regexp pillarjs/path-to-regexp cbf30259 \
  'vitest@4 @borderless/ts-scripts typescript@5' 'npx vitest run' ''
run cookie jshttp/cookie 51c48542 'vitest@4 @borderless/ts-scripts typescript@5 top-sites' 'npx vitest run' ''
run ms vercel/ms 4b859383 'jest@30 ts-jest@29 typescript@5 @jest/globals@30' 'npx jest' ''
run yup jquense/yup ff31eee8 \
  'vitest@4 @4c/tsconfig synchronous-promise tiny-case toposort property-expr type-fest @standard-schema/spec' \
  'npx vitest run' ''
run http-errors jshttp/http-errors 814207e 'mocha@9.1.3' 'npx mocha' ''
run gray-matter jonschlinkert/gray-matter ce67a86 \
  'mocha@10 coffeescript@2 delimiter-regex@2 extend-shallow@3 front-matter@2 minimist toml@2 vinyl@2 write@1' \
  'npx mocha' ''
run micromatch micromatch/micromatch 8bd704e 'mocha@9 fill-range@7 minimatch@5' 'npx mocha' ''
run argparse nodeca/argparse a645a9a 'mocha@8 readable-stream@4' 'npx mocha' ''
run scule unjs/scule 8f56148 'vitest@1 typescript@5' 'npx vitest run' ''
run redux-thunk reduxjs/redux-thunk 184205d 'vitest@1 redux@5 typescript@5' 'npx vitest run' ''
run jsonrepair josdejong/jsonrepair 72ccb43 'vitest@4 typescript@5 readable-stream@4' 'npx vitest run src' src
run lossless-json josdejong/lossless-json 7e89e3b 'vitest@4 decimal.js typescript@5' 'npx vitest run src' src
run mlly unjs/mlly beece9b 'vitest@4 import-meta-resolve@4 jiti@2 std-env@4 typescript@5' 'npx vitest run' ''
run yaml eemeli/yaml bf03c0c 'vitest@4 fast-check@2 typescript@5' 'npx vitest run' ''
run vfile vfile/vfile 5e83917 '' 'node --conditions development --test test.js' 'test.js -C development'
run fast-json-stringify fastify/fast-json-stringify e1c9392 \
  'fast-json-stringify is-my-json-valid@2 webpack@5' 'node --test' ''
run match-sorter kentcdodds/match-sorter 65e774a 'kcd-scripts@15' 'npx kcd-scripts test --watchAll=false' ''
run klona lukeed/klona e563341 'uvu@0.5.2 esm' 'npx uvu -r esm test -i suites' "'test/*.js'"
run dequal lukeed/dequal 37c21f6 'uvu@0.3.2 esm' 'npx uvu -r esm test' ''
run p-limit sindresorhus/p-limit df47604 'ava@6 in-range@3 random-int@3 time-span@5 yocto-queue@1' 'npx ava' test.js
run p-throttle sindresorhus/p-throttle d95ed9f 'ava@6 in-range@3 time-span@5 delay@6 pretty-bytes@7' \
  'npx ava' "'tests/*.js'"
run set-value jonschlinkert/set-value c574eb8 'mocha@9 split-string@6' 'npx mocha' ''
run memoize-one alexreardon/memoize-one d785546 \
  'jest@27 ts-jest@27 typescript@4 lodash.isequal lodash.memoize expect-type@0.12 tslib@2 @types/jest@27
    @types/node@16' \
  'npx jest' ''
run swr vercel/swr 7173e55b \
  'jest@30 @swc/jest@0.2 @swc/core@1 react@18 react-dom@18 @testing-library/react@16 @testing-library/dom@10
    @testing-library/jest-dom@6 jest-environment-jsdom@29 react-error-boundary@5 use-sync-external-store dequal
    @edge-runtime/jest-environment@4' 'npx jest' ''
run pinia vuejs/pinia 254eec76 \
  'vitest@2 vue@3.5 happy-dom@15 @vue/server-renderer@3.5 @vue/compiler-sfc@3.5 @vue/test-utils@2 typescript@5
    @vue/devtools-api@6 vue-demi' 'npx vitest run --coverage.enabled=false' ''
run react-testing-library testing-library/react-testing-library f32bd1b \
  'jest@29 jest-environment-jsdom@29 @testing-library/dom@10 @testing-library/jest-dom@5 react@19 react-dom@19
    jest-diff@29 chalk@4 kcd-scripts@13' 'npx jest --forceExit' ''
