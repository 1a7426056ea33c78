/** One event of a stream, as the service sent it. */
export interface ServerEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** Parses a stream of server-sent events from chunks of any size. Comments are ignored. */
export async function* parseEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder()
  let buffer = ''
  for await (const chunk of chunks) {
    buffer += decoder.decode(chunk, { stream: true }).replaceAll('\r', '')
    const blocks = buffer.split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event.data !== '') yield event
    }
  }
}

function parseEvent(block: string): ServerEvent {
  const event = { id: '', event: 'message', data: '' }
  for (const line of block.split('\n')) {
    // With the flag `s`, because JSON texts may contain U+2028, which ends no line here.
    const [, name, value = ''] = /^(id|event|data)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'data') event.data += event.data === '' ? value : `\n${value}`
    else if (name === 'id' || name === 'event') event[name] = value
  }
  return event
}
