/** Writes a PDF file of one page with a classic cross-reference table: small enough to change every byte of it. */
export function makeSmallPdf({ annotations = '', catalog = '' } = {}): Buffer {
  const text = 'BT /F1 12 Tf 20 20 Td (Report) Tj ET'
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Count 1/Kids [3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox [0 0 200 50]/Contents 4 0 R/Resources <</Font <</F1 5 0 R>>>>${annotations}>>`,
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '[]',
  ]
  let file = '%PDF-1.7\n'
  const rows = objects.map((body, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return row
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer\n<</Size ${size}/Root 1 0 R/ID [<00><00>]>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}
