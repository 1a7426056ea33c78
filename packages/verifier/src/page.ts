import { type BilingualText, describeProofStatus, type GivenFile, verifyReportFiles } from '@wachta/proof'
import { InputError, readEvidence } from './evidence.ts'
import { outcomeTexts, pageTexts } from './texts.ts'

const getElement = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind
const inputs = {
  files: getElement<HTMLInputElement>('files'),
  fingerprint: getElement<HTMLInputElement>('fingerprint'),
  roots: getElement<HTMLInputElement>('roots'),
  stampRoots: getElement<HTMLInputElement>('stamp-roots'),
}
const [dropZone, fileList, result, languageSwitch] = ['drop', 'given', 'result', 'language'].map(
  getElement<HTMLElement>,
)

let language: keyof BilingualText = navigator.language.startsWith('pl') ? 'pl' : 'en'
let files: readonly File[] = []
/** Counts verifications. They run in the background, and only the result of the newest is shown. */
let round = 0

showTexts()
void verify()

for (const input of Object.values(inputs)) input.addEventListener('input', () => void verify())
inputs.files.addEventListener('change', () => selectFiles(inputs.files.files))
languageSwitch?.addEventListener('click', () => {
  language = language === 'en' ? 'pl' : 'en'
  showTexts()
  void verify()
})
// Accept files anywhere on the page: the browser would open a file that is dropped next to the field.
document.addEventListener('dragover', (event) => {
  event.preventDefault()
  dropZone?.classList.add('over')
})
document.addEventListener('dragleave', () => dropZone?.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  dropZone?.classList.remove('over')
  selectFiles(event.dataTransfer?.files)
})

function selectFiles(list: FileList | null | undefined): void {
  files = [...(list ?? [])]
  fileList?.replaceChildren(...files.map(({ name }) => createLine('li', name)))
  void verify()
}

async function verify(): Promise<void> {
  round += 1
  const ownRound = round
  const elements = await renderVerification().catch((error: unknown) => [
    createLine('p', (error instanceof InputError ? error.text : pageTexts.unreadable)[language], 'verdict invalid'),
  ])
  if (ownRound === round) result?.replaceChildren(...elements)
}

async function renderVerification(): Promise<HTMLElement[]> {
  if (files.length === 0) return [createLine('p', pageTexts.nothing[language])]
  const input = {
    files: await readAll(files),
    fingerprint: inputs.fingerprint.value,
    roots: await readAll(inputs.roots.files),
    stampRoots: await readAll(inputs.stampRoots.files),
  }
  const verified = verifyReportFiles(readEvidence(input, new Date()))
  const list = document.createElement('ul')
  list.append(
    ...verified.findings.map(({ outcome, text }) =>
      createLine('li', `${marks[outcome]} ${outcomeTexts[outcome][language]}: ${text[language]}`, outcome),
    ),
  )
  return [createLine('p', describeProofStatus(verified)[language], `verdict ${verified.status}`), list]
}

const marks = { passed: '✓', untrusted: '?', failed: '✗', not_checked: '–' } as const

const readAll = (list: Iterable<File> | null): Promise<GivenFile[]> =>
  Promise.all(
    [...(list ?? [])].map(async (file) => ({ name: file.name, bytes: Buffer.from(await file.arrayBuffer()) })),
  )

function createLine(kind: 'p' | 'li', text: string, className = ''): HTMLElement {
  const made = document.createElement(kind)
  made.textContent = text
  made.className = className
  return made
}

function showTexts(): void {
  document.documentElement.lang = language
  document.title = pageTexts.heading[language]
  for (const each of document.querySelectorAll<HTMLElement>('[data-text]'))
    each.textContent = pageTexts[each.dataset['text'] as keyof typeof pageTexts][language]
  if (!languageSwitch) return
  languageSwitch.textContent = language === 'en' ? 'Polski' : 'English'
  languageSwitch.lang = language === 'en' ? 'pl' : 'en'
}
