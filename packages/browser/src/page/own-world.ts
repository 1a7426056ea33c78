import type { CDPSession } from 'playwright-core'

/** Scripts of ours run in a world of their own: they see the page, but not what its scripts have done to the language. */
const worldName = 'wachta'

/** Runs a script in every document before its own ones. */
export async function runFirst(protocol: CDPSession, source: string): Promise<void> {
  await protocol.send('Page.enable')
  await protocol.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName })
}

/** Evaluates an expression in the document that the page shows now. */
export async function evaluateInOwnWorld(protocol: CDPSession, expression: string): Promise<unknown> {
  const { frameTree } = await protocol.send('Page.getFrameTree')
  const world = await protocol.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName })
  const { result, exceptionDetails } = await protocol.send('Runtime.evaluate', {
    expression,
    contextId: world.executionContextId,
    returnByValue: true,
    awaitPromise: true,
  })
  if (exceptionDetails !== undefined) throw new Error(`our script failed in the page: ${exceptionDetails.text}`)
  return result.value
}

/** The HTML of the document as it is now. A page can give its elements names that stand for those of the document. */
export async function readHtml(protocol: CDPSession): Promise<string> {
  const html = await evaluateInOwnWorld(
    protocol,
    `(() => {
      const root = Document.prototype.querySelector.call(document, ':root')
      return (document.doctype instanceof DocumentType ? '<!DOCTYPE ' + document.doctype.name + '>' : '') + (root?.outerHTML ?? '')
    })()`,
  )
  return typeof html === 'string' ? html : ''
}
