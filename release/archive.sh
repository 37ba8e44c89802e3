#!/usr/bin/env bash
# Makes the archive of a platform: the command, pages for man, completions, licenses and the list of dependencies.
# Beside it, it writes the SHA-256 checksum, which `sha256sum --check` reads. Prints the path.
#
#   release/archive.sh PLATFORM COMMAND FOLDER [OWN]     OWN is the same command for this system, if that is another one
set -euo pipefail
platform=$1 command=$(realpath "$2")
mkdir -p "$3"
folder=$(realpath "$3")
own=$(realpath "${4:-$2}")
cd "$(dirname "$0")/.."
target=$(node -p 'require("./release/targets.json")[process.argv[1]]' "$platform")
version=$(sed -n 's/^version = "\(.*\)"$/\1/p;T;q' Cargo.toml)
name=posttask-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
content=$work/$name
mkdir -p "$content/man" "$content/completions"

suffix=
[[ $platform != win32-* ]] || suffix=.exe
cp "$command" "$content/posttask$suffix"
cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$content/"
"$own" man > "$content/man/posttask.1"
# The first page names those of the commands.
for page in $(sed -n 's/^posttask\\-\(.*\)(1)$/\1/p' "$content/man/posttask.1"); do
  "$own" man "$page" > "$content/man/posttask-$page.1"
done
"$own" completions bash > "$content/completions/posttask.bash"
"$own" completions zsh > "$content/completions/_posttask"
"$own" completions fish > "$content/completions/posttask.fish"
"$own" completions powershell > "$content/completions/posttask.ps1"
node release/dependencies.mjs "$target" "$content"

# The same content gives the same archive.
find "$content" -exec touch --date="@$(git log -1 --format=%ct)" {} +
if [[ $platform == win32-* ]]; then
  archive=$name.zip
  (cd "$work" && find "$name" | sort | zip -X -q "$folder/$archive" -@)
else
  archive=$name.tar.gz
  tar --sort=name --owner=0 --group=0 --numeric-owner -C "$work" -c "$name" | gzip -n > "$folder/$archive"
fi
(cd "$folder" && sha256sum "$archive" > "$archive.sha256")
echo "$folder/$archive"
