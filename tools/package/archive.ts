import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CommandResult, runCommand } from '../command.ts'
import { assemble } from './assemble.ts'

interface ArchiveOptions {
  readonly root: string
  /** The folder for the archive; the unpacked folder stays beside it. */
  readonly directory: string
  readonly webApp?: string
  /** The compression level from 1 to 9; 0 does not compress. */
  readonly level?: number
  readonly print?: (line: string) => void
}

export interface Archive {
  readonly name: string
  /** The unpacked folder. */
  readonly folder: string
  readonly file: string
}

/**
 * Creates an archive that can be installed without a network: the assembled tree, the running version of Node, systemd
 * units, the installer, a bill of materials, and the checksum of every file.
 */
export async function makeArchive(options: ArchiveOptions): Promise<Archive> {
  const { root, directory, webApp, level = 6, print = () => {} } = options
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `wachta-${version}-${process.platform}-${process.arch}`
  const folder = join(directory, name)
  const file = `${folder}.tar.gz`
  await rm(folder, { recursive: true, force: true })
  print('assembling sources and dependencies')
  await assemble(root, 'operate', folder, webApp)
  await mkdir(join(folder, 'node', 'bin'), { recursive: true })
  await cp(process.execPath, join(folder, 'node', 'bin', 'node'))
  await cp(join(root, 'deploy', 'systemd'), join(folder, 'deploy', 'systemd'), { recursive: true })
  await cp(join(root, 'deploy', 'install.sh'), join(folder, 'install.sh'))
  for (const program of ['install.sh', 'bin/wachta', 'node/bin/node']) await chmod(join(folder, program), 0o755)
  await writeFile(join(folder, 'VERSION'), `${version}\n`)
  print('writing the bill of materials')
  await writeFile(join(folder, 'sbom.cdx.json'), await createBillOfMaterials(folder))
  print('computing checksums')
  await writeFile(join(folder, 'SHA256SUMS'), await computeChecksums(folder))
  print('packing')
  await pack(file, name, level)
  const checksum = await runCommand('sha256sum', [`${name}.tar.gz`], { cwd: directory })
  await writeFile(`${file}.sha256`, requireSuccess(checksum, 'sha256sum'))
  return { name, folder, file }
}

/** Writes the bill of materials in CycloneDX, with exactly the packages in the archive. */
async function createBillOfMaterials(folder: string): Promise<string> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev']
  return requireSuccess(await runCommand('npm', [...args, '--loglevel', 'silent'], { cwd: folder }), 'npm sbom')
}

/** Computed by the program that will verify them, which is also much faster than reading thousands of files here. */
async function computeChecksums(folder: string): Promise<string> {
  const files = 'find . -type f -printf "%P\\0" | LC_ALL=C sort -z | xargs -0 sha256sum'
  return requireSuccess(await runCommand('sh', ['-c', files], { cwd: folder }), 'sha256sum')
}

function requireSuccess({ code, output }: CommandResult, program: string): string {
  if (code !== 0) throw new Error(`${program} failed:\n${output}`)
  return output
}

/** The same files produce the same archive, on every machine and at any time. */
async function pack(file: string, name: string, level: number): Promise<void> {
  const reproducibleOptions = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mtime=@0',
    '--mode=u+rwX,go+rX,go-w',
  ]
  const program = level === 0 ? [] : [`--use-compress-program=gzip -n -${level}`]
  const packOptions = ['-C', dirname(file), ...program, '-cf', file, name]
  requireSuccess(await runCommand('tar', [...reproducibleOptions, ...packOptions]), 'tar')
}
