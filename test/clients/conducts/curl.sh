#!/bin/sh
# curl, a process and a connection for each request: sh curl.sh CASE
set -eu
jobs=$CLOUDSEC_BASE_URL/data/analysis/jobs
resources=$CLOUDSEC_BASE_URL/cloud/resources
source='{"type":"security_logs","parameters":{"start_date":"2026-06-01T00:00:00Z","end_date":"2026-06-02T00:00:00Z","log_types":["system"]}}'
job='{"name":"Nightly review","data_source":'$source',"analysis_type":"access_review","output_format":"json"}'

# get URL [KEY] [FLAG…]
get() {
  url=$1
  key=${2:-$CLOUDSEC_API_KEY}
  shift $(($# > 2 ? 2 : $#))
  curl -sS "$@" -H "Authorization: Bearer $key" "$url"
}
post() { curl -sS -H "Authorization: Bearer $CLOUDSEC_API_KEY" -H 'Content-Type: application/json' -d "$2" "$1"; }
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
create_job() { echo "$jobs/$(post "$jobs" "$job" | sed 's/,.name.*//' | field id)"; }

create_blindly() {
  post "$jobs" "$job"
  sleep 0.1
  post "$jobs" "$job"
}

# These get 1 for the second worker.
meet_quota() {
  [ "$1" = 0 ] || sleep 0.8
  reset=$(get "$resources" "$CLOUDSEC_API_KEY" -D - -o /dev/null | tr -d '\r' | sed -n 's/^x-rate-limit-reset: //Ip')
  for _ in $(seq 50); do [ "$(date +%s)" -ge "$reset" ] || sleep 0.1; done
  sleep 0.05
  get "$resources"
}
create_and_look() {
  [ "$1" = 0 ] || sleep 0.7
  post "$jobs" "$job"
  [ "$1" = 1 ] || { sleep 1 && get "$jobs"; }
}
poll_slowly() {
  [ "$1" = 0 ] || sleep 0.7
  for _ in 1 2 3 4; do
    get "$record"
    sleep 1.4
  done
}
in_pairs() {
  "$1" 0 &
  "$1" 1 &
  wait
}

case $1 in
hot-polling)
  record=$(create_job)
  for _ in 1 2 3 4 5 6 7 8 9 10; do get "$record"; done
  ;;
no-pause) for _ in 1 2 3 4 5 6 7 8; do get "$resources"; done ;;
revoked-key)
  made=$(post "$CLOUDSEC_CONTROL_URL/keys" '{"name":"Short-lived"}')
  secret=$(echo "$made" | field secret)
  get "$resources" "$secret"
  curl -sS -X DELETE "$CLOUDSEC_CONTROL_URL/keys/$(echo "$made" | field id)"
  for limit in 1 2 3 4 5; do get "$resources?limit=$limit" "$secret"; done
  ;;
blind-create) create_blindly ;;
blind-create-after-call)
  get "$resources"
  create_blindly
  ;;
jump-to-page-4)
  get "$resources?limit=10"
  get "$resources?limit=10&page=4"
  ;;
same-wrong-id-twice) for _ in 1 2; do get "$resources/00000000-0000-4000-8000-0000000000aa"; done ;;
two-workers-quota)
  curl -sS -X PUT -H 'Content-Type: application/json' -d '{"remaining":0,"resetsIn":"3s"}' \
    "$CLOUDSEC_CONTROL_URL/quota/full-access"
  in_pairs meet_quota
  ;;
two-workers-create) in_pairs create_and_look ;;
two-slow-pollers)
  record=$(create_job)
  in_pairs poll_slowly
  ;;
*) exit 2 ;;
esac > /dev/null
