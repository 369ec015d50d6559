#!/usr/bin/env bash
# What the action runs: annotations on the lines of a pull request, and a report for code scanning.
set -uo pipefail

arguments=(--severity "${HOYLE_SEVERITY:-warning}" --engine "${HOYLE_ENGINE:-auto}")
[ -z "${HOYLE_DIFF:-}" ] || arguments+=(--diff "$HOYLE_DIFF")
while IFS= read -r language; do
  [ -z "$language" ] || arguments+=(--lang "$language")
done <<<"${HOYLE_LANGUAGES:-}"
arguments+=(--)
while IFS= read -r path; do
  [ -z "$path" ] || arguments+=("$path")
done <<<"${HOYLE_PATHS:-}"

if [ -n "${HOYLE_SARIF:-}" ]; then
  hoyle check --format sarif --output "$HOYLE_SARIF" "${arguments[@]}" 2>/dev/null
  [ $? -lt 2 ] || rm -f "$HOYLE_SARIF"
fi
hoyle check --format github "${arguments[@]}"
