#!/bin/sh
# A hook of memwiki: `memwiki init --agent` writes it anew.
# Cline reads JSON from what this prints, and lets a write through where it finds none. So where memwiki
# cannot be run, or says nothing that can be read, this says it.
answer="$(memwiki hook cline EVENT)"
code=$?
case "$answer" in
\{*\})
    printf '%s\n' "$answer"
    exit 0 ;;
esac
if [ EVENT = TaskStart ] || { [ "$code" -eq 0 ] && [ -z "$answer" ]; }; then
    printf '{"cancel": false}\n'
else
    printf '{"cancel": true, "errorMessage": "memwiki could not look (exit code %s), ' "$code"
    printf 'so nothing is written. memwiki doctor says what is wrong."}\n'
fi
