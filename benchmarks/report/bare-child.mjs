// The PDF engine alone: a prepared document comes in, the PDF goes out. JavaScript, so that it starts without types to strip.
import { readFileSync, writeSync } from 'node:fs'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

const { data, template, fonts } = JSON.parse(readFileSync(0, 'utf8'))
const workspace = '/dev/null/report'
const compiler = NodeCompiler.create({
  workspace,
  fontArgs: [{ fontBlobs: fonts.map((font) => readFileSync(font)) }],
})
compiler.addSource(`${workspace}/report.typ`, readFileSync(template, 'utf8'))
compiler.mapShadow(`${workspace}/data.json`, Buffer.from(JSON.stringify(data)))
const document = compiler.compile({ mainFilePath: `${workspace}/report.typ` }).result
const pdf = compiler.pdf(document, { pdfStandard: 'a-2a', creationTimestamp: 0 })
for (let written = 0; written < pdf.length; ) written += writeSync(1, pdf, written)
