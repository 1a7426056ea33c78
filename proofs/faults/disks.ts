import { execFile } from 'node:child_process'
import { mkdir, rm, statfs, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A small disk of the proof, which can be filled or lose its power. */
export interface Disk extends AsyncDisposable {
  readonly folder: string
  /** Fills the disk completely, until `free`. */
  fill(): Promise<void>
  free(): Promise<void>
  /**
   * Stops all writing at once: everything that was not synced is lost, as in a power failure. No process may have a
   * file open when the disk comes back.
   */
  cutPower(): Promise<void>
  restorePower(): Promise<void>
}

/** FS_IOC_SHUTDOWN without flushing the journal, the ioctl with which file systems are tested for power failures. */
const shutdownScript = 'open(F, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die $!'

export async function openDisk(base: string, name: string, megabytes: number): Promise<Disk> {
  const [image, folder] = [join(base, `${name}.img`), join(base, name)]
  await writeFile(image, '')
  await truncate(image, megabytes * 1024 ** 2)
  await run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
  await mkdir(folder)
  let device = ''
  // Every mount gets a new loop device: if another mount namespace still has the former one, its file system stays
  // shut down, and mounting the same device would bring it back in that state.
  const mount = async () => {
    const { stdout } = await run('losetup', ['-f', '--show', image])
    device = stdout.trim()
    await run('mount', [device, folder])
  }
  const detach = () => run('losetup', ['-d', device]).catch(() => undefined)
  await mount()
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder)
      await run('fallocate', ['-l', String(Math.max(bsize, bavail * bsize)), ballast]).catch(() => undefined)
      // Fills what the first file left, byte by byte.
      await writeFile(`${ballast}-rest`, Buffer.alloc(4 * 1024 ** 2)).catch(() => undefined)
    },
    async free() {
      await rm(ballast, { force: true })
      await rm(`${ballast}-rest`, { force: true })
    },
    cutPower: async () => void (await run('perl', ['-e', shutdownScript, folder])),
    async restorePower() {
      await unmount(folder)
      await detach()
      await mount()
    },
    async [Symbol.asyncDispose]() {
      // The data must not depend on a process that still has a file open, because it would be lost with that process.
      await unmount(folder).catch(() => run('umount', ['-l', folder]))
      await detach()
      await rm(image, { force: true })
    },
  }
}

/** Keeps a log outside the disk, because its writer never closes it. */
export const keepLogOutside = (disk: Disk, base: string, name: string): Promise<void> =>
  symlink(join(base, name), join(disk.folder, name))

/** A killed process may hold its files a moment longer. */
async function unmount(folder: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const isDone = await run('umount', [folder]).then(
      () => true,
      () => false,
    )
    if (isDone) return
    await wait(200)
  }
  throw new Error(`${folder} cannot be unmounted`)
}

/** Returns whether disks can be created here, which needs root. */
export async function hasDisks(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const programs = await Promise.all(
    ['mkfs.ext4', 'mount', 'umount', 'fallocate', 'perl'].map((name) =>
      run('which', [name]).then(
        () => true,
        () => false,
      ),
    ),
  )
  return (
    programs.every(Boolean) &&
    (await run('losetup', ['-f']).then(
      () => true,
      () => false,
    ))
  )
}
