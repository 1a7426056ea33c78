-- What becomes of a message, by the word in a file: a test writes it, and reads from another file what was taken.
local json = require "util.json"
local st = require "util.stanza"
local behaviour = module:get_option_string("behaviour_file")
local arrivals = module:get_option_string("arrivals_file")

local function read_behaviour()
  local file = assert(io.open(behaviour))
  local word = file:read("*l")
  file:close()
  return word
end

local function record(stanza)
  local file = assert(io.open(arrivals, "a"))
  local message = { id = stanza.attr.id, thread = stanza:get_child_text("thread"), text = stanza:get_child_text("body") }
  file:write(json.encode(message), "\n")
  file:close()
end

local function refuse(event, kind, condition)
  local said = event.stanza.attr.to .. " " .. (event.stanza:get_child_text("body") or "")
  event.origin.send(st.error_reply(event.stanza, kind, condition, said))
end

module:hook("message/bare", function (event)
  local word = read_behaviour()
  if word == "ok" then record(event.stanza)
  elseif word == "wait" then refuse(event, "wait", "resource-constraint")
  elseif word == "cancel" then refuse(event, "cancel", "item-not-found")
  elseif word == "away" then refuse(event, "cancel", "remote-server-not-found")
  elseif word == "late" then module:add_timer(0.2, function () refuse(event, "cancel", "item-not-found") end)
  elseif word == "hang" then os.execute("sleep 3")
  elseif word == "reset" then event.origin.conn:close()
  else return nil end
  return true
end, 100)
