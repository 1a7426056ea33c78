/** One event of a stream, as the service sent it. */
export interface ServerEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** Parses a stream of server-sent events from chunks of any size. Comments are ignored. */
export async function* parseEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true }).replaceAll('\r', '')
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event.data !== '') yield event
    }
  }
}

function parseEvent(block: string): ServerEvent {
  const found = { id: '', event: 'message', data: '' }
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(id|event|data)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'data') found.data += found.data === '' ? value : `\n${value}`
    else if (name === 'id' || name === 'event') found[name] = value
  }
  return found
}
