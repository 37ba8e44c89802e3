#!/usr/bin/env bash
# Prints the formula for a tap of Homebrew. The folder has the checksums that release/archive.sh wrote.
#
#   release/formula.sh VERSION FOLDER https://github.com/OWNER/NAME
set -euo pipefail
version=$1 folder=$2 repository=$3

# The address and the checksum of an archive.
archive() {
  local name=posttask-$version-$1.tar.gz
  echo "url \"$repository/releases/download/v$version/$name\""
  echo "      sha256 \"$(cut -d ' ' -f 1 "$folder/$name.sha256")\""
}

cat << FORMULA
class Posttask < Formula
  desc "Run, test and explore JavaScript that uses scheduler.postTask"
  homepage "$repository"
  version "$version"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      $(archive aarch64-apple-darwin)
    end
    on_intel do
      $(archive x86_64-apple-darwin)
    end
  end

  on_linux do
    on_arm do
      $(archive aarch64-unknown-linux-musl)
    end
    on_intel do
      $(archive x86_64-unknown-linux-musl)
    end
  end

  def install
    bin.install "posttask"
    man1.install Dir["man/*"]
    bash_completion.install "completions/posttask.bash" => "posttask"
    zsh_completion.install "completions/_posttask"
    fish_completion.install "completions/posttask.fish"
  end

  test do
    assert_equal "42", shell_output("#{bin}/posttask -p 'await scheduler.postTask(() => 42)'").strip
  end
end
FORMULA
