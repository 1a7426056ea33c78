/** Functions of more than 80 lines, with the reason. */
export const longFunctions: Readonly<Record<string, string>> = {}

/** Functions with more than three parameters, with the reason. */
export const wideFunctions: Readonly<Record<string, string>> = {}

/** Names that several files export, and why they mean the same thing or cannot be confused. */
export const sharedNames: Readonly<Record<string, string>> = {
  feature: 'every folder of features exports its feature under this name; the registry collects them',
  Config: 'every process has one, read from its environment',
  ProcessMetrics: 'every process has its own',
  createProcessMetrics: 'every process has its own',
  ApiError: 'a rejected request, thrown by the server and by the client that receives the response',
  minuteMs: 'the web app is built apart and does not import the domain',
  hourMs: 'the web app is built apart and does not import the domain',
  BrowserAction:
    'the package of recordings is loaded by a browser and does not import the checks; a test compares both',
  BrowserStep: 'the package of recordings is loaded by a browser and does not import the checks; a test compares both',
  computeDigest: 'the page that verifies reports puts its own in the place of node’s',
  isSignedBy: 'the page that verifies reports puts its own in the place of node’s',
  dayMs: 'the web app is built apart and does not import the domain',
}
