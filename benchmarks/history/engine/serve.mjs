// The ClickHouse engine behind HTTP, as a server of ClickHouse answers: `node serve.mjs <directory>` prints its address. Only one
// process can use a directory, so processes under test reach it as they reach a server. One statement runs at a time, because
// settings belong to the whole session.
import { createServer } from 'node:http'
import { Session } from 'chdb'

const session = new Session(process.argv[2])
/** Parameters of a request that are no settings of a statement. */
const notSettings =
  /^(query|query_id|database|session_id|role|wait_end_of_query|send_progress.*|enable_http_.*|param_.*)$/
let last = Promise.resolve()

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://engine')
  if (pathname === '/ping') return response.end('Ok.\n')
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString()
  const before = last
  last = answer(searchParams, body, response, before)
})

async function answer(given, body, response, before) {
  await before
  try {
    const result = await run(given, body)
    response.end(result.bytes())
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(error.message)
  }
}

function run(given, body) {
  const settings = [...given].filter(([name]) => !notSettings.test(name) && name !== 'default_format')
  const query = given.has('query') ? `${given.get('query')}\n${body}` : body
  const statement = [...settings.map(([name, value]) => `set ${name} = '${value.replaceAll("'", "''")}'`), query].join(
    '; ',
  )
  const parameters = Object.fromEntries(
    [...given].filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice(6), value]),
  )
  const options = { format: given.get('default_format') ?? 'TSV' }
  return Object.keys(parameters).length > 0
    ? session.queryBindAsync(statement, parameters, options)
    : session.queryAsync(statement, options)
}

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.once('SIGTERM', () => server.close(() => session.close()).closeAllConnections())
