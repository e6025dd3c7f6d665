#!/bin/sh
# An inventory report for cron, and its checks. Planted: it ends at rate_limit_exceeded.
set -u
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# ask PATH: puts the answer into the file answer; fails if it is no success.
ask() {
  for pause in 0.05 0.1 0.2 0; do
    : > "$folder/headers"
    if curl -s --max-time 2 -D "$folder/headers" -o "$folder/answer" \
      -H "Authorization: Bearer $CLOUDSEC_API_KEY" "$CLOUDSEC_BASE_URL$1"; then
      code=$(sed -n 's/.*"error":{[^}]*"code":"\([a-z_]*\)".*/\1/p' "$folder/answer")
      case $code in
      service_unavailable | internal_error) ;;
      '') case $(cat "$folder/answer") in *'"status":"success"'*'}') return 0 ;; esac ;;
      *)
        echo "# $1: $code"
        return 1
        ;;
      esac
    fi
    told=$(grep -i '^retry-after:' "$folder/headers" | tr -dc 0-9)
    sleep "${told:-$pause}"
  done
  echo "# $1: no answer"
  return 1
}

# number NAME: a number of the pagination.
number() { echo "$(sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$folder/answer")"; }

# read_all: puts the ids of all resources into the file ids, and the totals that it saw into the file totals.
read_all() {
  page=1
  : > "$folder/found"
  : > "$folder/totals"
  while [ -n "$page" ]; do
    ask "/cloud/resources?limit=40&page=$page" || return 1
    grep -o '"id":"[^"]*"' "$folder/answer" >> "$folder/found"
    number total_items >> "$folder/totals"
    page=$(sed -n 's/.*"next_page":"[^"]*[?&]page=\([0-9]*\)[^"]*".*/\1/p' "$folder/answer")
  done
  sort -u "$folder/found" > "$folder/ids"
}

# A list that changed while it was read is read again.
report() {
  for reading in 1 2 3; do
    read_all || return 1
    [ "$(sort -u "$folder/totals" | wc -l)" -eq 1 ] && return 0
  done
}

has_all() { report && [ "$(wc -l < "$folder/ids")" -eq "$(tail -n 1 "$folder/totals")" ]; }
leads_to_records() {
  id=$(sed -n '1s/.*:"\(.*\)"/\1/p' "$folder/ids")
  ask "/cloud/resources/$id" && grep -q "\"id\":\"$id\"" "$folder/answer"
}

check() {
  if "$1"; then echo "ok - $1"; else
    echo "not ok - $1"
    exit 1
  fi
}
check has_all
check leads_to_records
