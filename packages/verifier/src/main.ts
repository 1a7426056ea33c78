import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildVerifyPage } from './build.ts'

const folder = join(import.meta.dirname, '..', 'dist')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'verify.html'), await buildVerifyPage())
