import type { CDPSession } from 'playwright-core'

/** Our scripts run in an isolated world: they see the document, but not the globals that the page has changed. */
const worldName = 'wachta'

/** Runs a script in every new document before the scripts of the document. */
export async function runBeforePageScripts(protocol: CDPSession, source: string): Promise<void> {
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

/** Returns the current HTML. It trusts no property of the document, because elements can shadow it (DOM clobbering). */
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
