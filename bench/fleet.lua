-- Load of wrk on many sandboxes in turn: `wrk ... -s bench/fleet.lua URL -- NAME SANDBOXES`. Prints requests, and answers
-- that are not 200.
local name, count, sent = '', 0, 0
wrong = 0

function init(args)
  name, count = args[1], tonumber(args[2])
end

function request()
  sent = sent + 1
  local path = string.format('/@%s-%d/v1/cloud/resources?page=%d&limit=20', name, sent % count, 1 + sent % 3)
  return wrk.format('GET', path, { Authorization = 'Bearer csf_full_access' })
end

function response(status)
  if status ~= 200 then wrong = wrong + 1 end
end

local threads = {}
function setup(thread)
  threads[#threads + 1] = thread
end

function done(summary)
  for _, thread in ipairs(threads) do wrong = wrong + thread:get('wrong') end
  print(string.format('{"requests":%d,"seconds":%f,"wrong":%d}', summary.requests, summary.duration / 1e6, wrong))
end
