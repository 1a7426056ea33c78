import { readFile } from 'node:fs/promises'
import { dirname, join, normalize, resolve } from 'node:path'
import { listTree, repositoryRoot } from './tree.ts'

interface ImportViolation {
  readonly file: string
  readonly specifier: string
  readonly reason: string
}

/**
 * Finds imports that bypass the public interface of a package. The layer gate sees sources only; this one reads tests,
 * proofs, benchmarks and tools as well.
 */
export async function findImportViolations(root: string): Promise<{ files: number; violations: ImportViolation[] }> {
  const files = (await listTree(root)).filter((file) => /\.[cm]?tsx?$/.test(file))
  const violations = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8')
      return findImportedSpecifiers(text).flatMap((specifier): ImportViolation[] => {
        const reason = judgeImport(file, specifier)
        return reason === undefined ? [] : [{ file, specifier, reason }]
      })
    }),
  )
  return { files: files.length, violations: violations.flat() }
}

/** Returns why a file may not import this; undefined if it may. */
function judgeImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(file), specifier))
    return getPackageFolder(target) === getPackageFolder(file) ? undefined : 'import another package by its name'
  }
  if (productPath.test(file) && /^@wachta\/[^/]+\/src\//.test(specifier))
    return 'only tests may import internal files of a package: export what others need'
  return undefined
}

const productPath = /^packages\/(?!testing\/)[^/]+\/src\//

/** Benchmarks, proofs and tools belong to the package of the root. */
const getPackageFolder = (path: string): string => /^packages\/[^/]+(?=\/)/.exec(path)?.[0] ?? ''

const findImportedSpecifiers = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export|\})[^'\n]*\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm)].map(
    ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '',
  )

if (import.meta.main) {
  const { files, violations } = await findImportViolations(resolve(process.argv[2] ?? repositoryRoot))
  for (const { file, specifier, reason } of violations) console.log(`${file}: '${specifier}': ${reason}`)
  console.log(`imports: ${files} files, ${violations.length} violations`)
  if (violations.length > 0 || files === 0) process.exitCode = 1
}
