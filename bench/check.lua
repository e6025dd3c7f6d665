-- Load of wrk that holds every answer to what is expected: `wrk ... -s bench/check.lua URL -- FOLDER START`.
-- FOLDER is what bench/requests.ts writes; START is the request to begin with, from 0. Prints one line of JSON.
local raw, class_of, open = {}, {}, {}
local classes, position, expected, pattern, seen
right, wrong, first, began = 0, 0, '', 0

local function read(folder, name)
  local file = assert(io.open(folder .. '/' .. name, 'rb'))
  local text = file:read('*a')
  file:close()
  return text
end

local function split(text)
  local parts, from = {}, 1
  while true do
    local at = text:find('\0', from, true)
    if not at then return parts end
    parts[#parts + 1] = text:sub(from, at - 1)
    from = at + 1
  end
end

function init(args)
  local folder = args[1]
  position = tonumber(args[2])
  expected = tonumber(read(folder, 'status'))
  local sent, headers = split(read(folder, 'sent')), {}
  for i = 1, #sent, 2 do headers[sent[i]] = sent[i + 1] end
  local body = read(folder, 'body')
  if body == '' then body = nil end
  for i, path in ipairs(split(read(folder, 'paths'))) do
    raw[i] = wrk.format(read(folder, 'method'), path, headers, body)
  end
  -- Paths with one and the same answer are one class.
  classes = {}
  for i, text in ipairs(split(read(folder, 'bodies'))) do
    if not class_of[text] then class_of[text] = i end
    classes[i] = class_of[text]
    open[i] = 0
  end
  local parts = split(read(folder, 'parts'))
  if #parts > 1 then
    for i, part in ipairs(parts) do parts[i] = part:gsub('%p', '%%%0') end
    pattern = '^' .. table.concat(parts, '([%w_:.-]+)') .. '$'
    seen = {}
  end
  collectgarbage()
  began = os.clock()
end

function request()
  local at = position % #raw + 1
  position = position + 1
  local class = classes[at]
  open[class] = open[class] + 1
  return raw[at]
end

local function is_new(body)
  local id = body:match(pattern)
  if not id or seen[id] then return false end
  seen[id] = true
  return true
end

-- wrk does not say which request is answered: an answer must be one that was asked for and not yet given.
local function was_asked(body)
  local class = class_of[body]
  if not class or open[class] == 0 then return false end
  open[class] = open[class] - 1
  return true
end

local function is_right(status, body)
  if status ~= expected then return false end
  if pattern then return is_new(body) end
  return was_asked(body)
end

function response(status, _, body)
  if is_right(status, body) then
    right = right + 1
  else
    wrong = wrong + 1
    if first == '' then first = status .. ' ' .. body:sub(1, 300) end
  end
end

local thread

function setup(made)
  thread = made
end

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return string.format('\\u%04x', c:byte()) end) .. '"'
end

function done(summary)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"right":%d,"wrong":%d,"broken":%d,"seconds":%.6f,"loadSeconds":%.6f,"first":%s}\n',
    summary.requests, thread:get('right'), thread:get('wrong'),
    errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6, os.clock() - thread:get('began'),
    quoted(thread:get('first'))))
end
