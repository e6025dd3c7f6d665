#!/bin/sh
# An inventory by curl, and its checks. PLANT=ends-at-429: it ends at rate_limit_exceeded.
set -u
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# header NAME: the digits of a header of the answer.
header() { grep -i "^$1:" "$folder/headers" | tr -dc 0-9; }

# ask PATH: puts the answer into the file answer; fails if it is no success.
ask() {
  for pause in 0.05 0.1 0.2 0; do
    : > "$folder/headers"
    told=$pause
    if curl -s --max-time 2 -D "$folder/headers" -o "$folder/answer" \
      -H "Authorization: Bearer $CLOUDSEC_API_KEY" "$CLOUDSEC_BASE_URL$1"; then
      code=$(sed -n 's/.*"error":{[^}]*"code":"\([a-z_]*\)".*/\1/p' "$folder/answer")
      case $code${PLANT:-} in
      service_unavailable* | internal_error*) ;;
      rate_limit_exceeded)
        # Seconds are told from milliseconds by their digits.
        reset=$(header x-rate-limit-reset | cut -c 1-10)
        told=$((reset + 1 - $(date +%s)))
        ;;
      ends-at-429 | '') case $(cat "$folder/answer") in *'"status":"success"'*'}') return 0 ;; esac ;;
      *)
        echo "# $1: $code"
        return 1
        ;;
      esac
    fi
    after=$(header retry-after)
    sleep "${after:-$told}"
  done
  echo "# $1: no answer"
  return 1
}

# number NAME: a number of the pagination.
# The answer may have no end of line.
number() { echo "$(sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$folder/answer")"; }

# report: puts the ids of all resources into the file ids. A list that changed while it was read is read again.
report() {
  for reading in 1 2 3; do
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
    [ "$(sort -u "$folder/totals" | wc -l)" -eq 1 ] && return 0
  done
}

has_all() { report && [ "$(wc -l < "$folder/ids")" -eq "$(tail -n 1 "$folder/totals")" ]; }
leads_to_records() {
  id=$(sed -n '1s/.*:"\(.*\)"/\1/p' "$folder/ids")
  ask "/cloud/resources/$id" && grep -q "\"id\":\"$id\"" "$folder/answer"
}

for check in has_all leads_to_records; do
  $check && echo "ok - $check" || {
    echo "not ok - $check"
    exit 1
  }
done
