# A hand by curl, a process and a connection for each request: sh hand.sh. It sends each line `METHOD URL KEY [BODY]`.
while read -r method url key body; do
  set -- -X "$method" -H "Authorization: Bearer $key" "$url"
  [ -z "$body" ] || set -- -H 'Content-Type: application/json' -d "$body" "$@"
  curl -sS "$@" > /dev/null && echo sent
done
