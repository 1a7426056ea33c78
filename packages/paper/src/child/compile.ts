import { readFileSync } from 'node:fs'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { type Fonts, loadFonts } from './fonts.ts'
import { getLogoPath, logoFileNames, prepareReport } from './prepare.ts'
import type { ChildAnswer, ChildRequest, PackedLogo, PackedReport } from './protocol.ts'

export interface ChildResult {
  readonly answer: ChildAnswer
  /** The PDF of a report, or the SVG of a drawing. */
  readonly content?: Uint8Array
}

// A folder that cannot exist: the compiler gets every file of the template from memory and finds nothing on disk.
const workspace = '/dev/null/report'

export function handleRequest(request: ChildRequest): ChildResult {
  const fonts = loadFonts()
  if (request.kind === 'logo') return checkLogoFile(request.logo, fonts)
  const { data, replacedCharacters } = prepareReport(request.report, fonts)
  const compiler = createCompiler(fonts, data)
  const document = compileReport(compiler, request.report, data)
  if (request.kind === 'drawing') {
    const pages = document.numOfPages
    return {
      answer: { ok: true, standard: '1.7', replacedCharacters, pages },
      content: Buffer.from(compiler.svg(document)),
    }
  }
  // Evicts the layout cache: it takes a tenth of all memory, and this process makes no second report.
  compiler.evictCache(0)
  const { pdf, standard } = exportPdf(compiler, document, request.report.created_at)
  return { answer: { ok: true, standard, replacedCharacters }, content: pdf }
}

function createCompiler(fonts: Fonts, data: object): NodeCompiler {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: [...fonts.files] }] })
  for (const name of ['report.typ', 'logo.typ'])
    compiler.addSource(`${workspace}/${name}`, readFileSync(new URL(`../template/${name}`, import.meta.url), 'utf8'))
  compiler.mapShadow(`${workspace}/data.json`, Buffer.from(JSON.stringify(data)))
  return compiler
}

/** Compiles the report; without the logo if the compiler rejects it, although it passed the check at its upload. */
function compileReport(compiler: NodeCompiler, report: PackedReport, data: object): NodeTypstDocument {
  const path = getLogoPath(report)
  const { logo } = report.branding
  if (path === null || logo === undefined) return compile(compiler, 'report.typ')
  compiler.mapShadow(`${workspace}/${path}`, Buffer.from(logo.base64, 'base64'))
  try {
    return compile(compiler, 'report.typ')
  } catch {
    compiler.mapShadow(`${workspace}/data.json`, Buffer.from(JSON.stringify({ ...data, logo: null })))
    return compile(compiler, 'report.typ')
  }
}

function checkLogoFile(logo: PackedLogo, fonts: Fonts): ChildResult {
  const path = logoFileNames[logo.media_type]
  const compiler = createCompiler(fonts, { path })
  compiler.mapShadow(`${workspace}/${path}`, Buffer.from(logo.base64, 'base64'))
  const { standard } = exportPdf(compiler, compile(compiler, 'logo.typ'), 0)
  if (standard !== 'a-2a')
    return { answer: { ok: false, reason: 'it cannot be part of an archivable document (PDF/A)' } }
  return { answer: { ok: true, standard, replacedCharacters: 0 } }
}

function compile(compiler: NodeCompiler, main: string): NodeTypstDocument {
  const compiled = compiler.compile({ mainFilePath: `${workspace}/${main}` })
  const document = compiled.result
  if (document === null) throw new Error(describeDiagnostics(compiled.takeError()?.shortDiagnostics))
  return document
}

/** Exports PDF/A, or a tagged PDF 1.7 if Typst rejects PDF/A, for example because of a missing glyph. */
function exportPdf(
  compiler: NodeCompiler,
  document: NodeTypstDocument,
  createdAt: number,
): { pdf: Uint8Array; standard: 'a-2a' | '1.7' } {
  const creationTimestamp = Math.floor(createdAt / 1000)
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: 'a-2a', creationTimestamp }), standard: 'a-2a' }
  } catch {
    return { pdf: compiler.pdf(document, { pdfStandard: '1.7', creationTimestamp }), standard: '1.7' }
  }
}

function describeDiagnostics(diagnostics: unknown): string {
  const messages = Array.isArray(diagnostics) ? diagnostics.map((each: { message?: unknown }) => each.message) : []
  return (
    messages
      .filter((message) => typeof message === 'string')
      .join('; ')
      .slice(0, 500) || 'Typst gave no reason'
  )
}
