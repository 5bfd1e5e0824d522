import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

import { sqliteFile } from '../../database/open.ts'
import { documentsFolder } from '../../services/documents/disk-store.ts'
import { backupFolder } from '../../services/last-backup.ts'
import { messageFoldersOf } from '../../services/messages/message-files.ts'
import type { Settings } from '../../settings.ts'
import { type DoctorEnvironment, warningFinding, type Finding } from './finding.ts'

/** Finds files of settings that other users of the machine may read or change. */
export async function checkSettingsFiles({
  settingsFiles,
}: Pick<DoctorEnvironment, 'settingsFiles'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const file of await settingsFiles()) {
    // A group may read it, but not change it.
    if (((await modeOf(file)) & 0o027) === 0) continue
    const what = `Other users of this machine can read or change ${file}, which has passwords and keys`
    const owner = 'Its owner must be root for systemd, or the user that runs npm start'
    findings.push(warningFinding(what, `${owner}; then: chmod u=rw,g-wx,o= ${file}`))
  }
  return findings
}

/** The file of the command and the files of the service. */
export async function findSettingsFiles({
  ENV_FILE = '.env',
}: Readonly<Record<string, string | undefined>>) {
  const files = await filesOfService().catch(() => [])
  return [ENV_FILE, ...files]
}

/** Asks systemd, which prints a line such as `/etc/foundation/settings.env (ignore_errors=no)`. */
async function filesOfService() {
  const args = ['show', '--property=EnvironmentFiles', '--value', 'foundation.service']
  const { stdout } = await promisify(execFile)('systemctl', args, { timeout: 5000 })
  return [...stdout.matchAll(/^(\/.+) \(ignore_errors=\w+\)$/gm)].map(([, file]) => file!)
}

/** Finds personal data that other users of the machine may read. */
export async function checkReadable({ DATA_DIR, DATABASE_URL }: Settings): Promise<Finding[]> {
  if (!isOpen(await modeOf(DATA_DIR))) return []
  const open: string[] = []
  for (const path of contentsOf(DATA_DIR)) if (isOpen(await modeOf(path))) open.push(path)
  // With PostgreSQL, the folder itself may have nothing of interest.
  if (DATABASE_URL && open.length === 0) return []
  const what = `Other users of this machine can read ${[DATA_DIR, ...open].join(', ')}`
  return [warningFinding(what, `chmod --recursive go= ${DATA_DIR}`)]
}

/** The files and folders with personal data in the data folder. Some may not exist. */
export function contentsOf(dataDir: string) {
  const database = sqliteFile(dataDir)
  const files = ['', '-wal', '-shm'].map((end) => database + end)
  return [...files, documentsFolder(dataDir), backupFolder(dataDir), ...messageFoldersOf(dataDir)]
}

const isOpen = (mode: number) => (mode & 0o077) !== 0

/** The permission bits of a file or folder; 0 if this user cannot see it, or if it is a device. */
async function modeOf(path: string) {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() || found?.isDirectory() ? found.mode & 0o777 : 0
}
