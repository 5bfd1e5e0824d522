import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { checkBucket, checkScanner } from '../../server/cli/doctor/check-documents-setup.ts'
import { checkDataFolder } from '../../server/cli/doctor/check-machine.ts'
import { runChecks } from '../../server/cli/doctor.ts'
import type { DoctorEnvironment, Finding } from '../../server/cli/doctor/finding.ts'
import { readSettings } from '../../server/settings.ts'
import { startClamdStandIn } from '../support/clamd-stand-in.ts'
import { unprivilegedUser } from '../support/cluster.ts'
import { followAdvice } from '../support/followed-advice.ts'
import { startMailServer } from '../support/mail-server.ts'
import { noSettings } from '../support/no-settings.ts'
import { deadPort } from '../support/port.ts'
import { startS3StandIn } from '../support/s3-stand-in.ts'
import { administrator } from '../support/server.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { withoutRoot } from '../support/without-root.ts'

// Settings and the machine: a wrong state, and the state after the advice of doctor was followed.

vi.setConfig({ testTimeout: 30_000 })

const [mail, bucket, scanner] = [
  await startMailServer(),
  await startS3StandIn(),
  await startClamdStandIn(),
]
const DATA_DIR = await mkdtemp(join(tmpdir(), 'foundation-advice-'))
afterAll(async () => {
  await mail.stop()
  bucket.stop()
  scanner.stop()
  await rm(DATA_DIR, { recursive: true })
})

const right = {
  DATA_DIR,
  PUBLIC_URL: 'https://www.example.org',
  TRUST_PROXY: 'loopback',
  HOST: '127.0.0.1',
  SMTP_URL: mail.url,
  MAIL_FROM: 'a@example.org',
}
const megabyte = 1_000_000
const dayOfSignatures = Date.parse('2026-11-24T00:00:00Z')

const healthy: DoctorEnvironment = {
  variables: right,
  nodeVersion: process.versions.node,
  freeBytes: async () => 1e12,
  settingsFiles: async () => [],
  isBuilt: () => true,
  now: Date.now,
  backups: undefined,
  isThorough: false,
}

/** What doctor says in an environment, without that about other parts than settings and machine. */
async function seeIn(overrides: Partial<DoctorEnvironment>) {
  const found: Finding[] = []
  for await (const { title, findings } of runChecks({ ...healthy, ...overrides })) {
    const isElsewhere = ['Database', 'Backups', 'Virus scanner'].includes(title)
    if (!isElsewhere) found.push(...findings)
  }
  return found
}

const setting = (changes: Record<string, string>) => ({ variables: { ...right, ...changes } })

interface Deviation {
  finding: string
  advice: string
  wrong: Partial<DoctorEnvironment>
  /** What the advice leads to; a healthy system if left out. */
  mended?: Partial<DoctorEnvironment>
}

const deviations: Deviation[] = [
  {
    finding: 'is no setting and has no effect',
    advice: 'Did you mean PORT?',
    wrong: setting({ PORTT: '4000' }),
    mended: setting({ PORT: '4000' }),
  },
  {
    finding: 'DATABSE_URL is no setting: did you mean DATABASE_URL?',
    advice: 'Set it as the table in the README says',
    wrong: setting({ DATABSE_URL: 'x' }),
  },
  {
    finding: 'PORT must be a number from 0 to 65535',
    advice: 'Set it as the table in the README says',
    wrong: setting({ PORT: 'http' }),
    mended: setting({ PORT: '3000' }),
  },
  {
    finding: 'RATE_LIMIT is off: passwords can be tried without limit',
    advice: 'Remove the setting',
    wrong: setting({ RATE_LIMIT: 'off' }),
  },
  {
    finding: 'PUBLIC_URL is not set: e-mails contain no links',
    advice: 'Set it to the public address of the site',
    wrong: setting({ PUBLIC_URL: '' }),
  },
  {
    finding: 'PUBLIC_URL is http: passwords and applications travel unencrypted',
    advice: 'set PUBLIC_URL to the https address',
    wrong: setting({ PUBLIC_URL: 'http://www.example.org' }),
  },
  {
    finding: ': whoever reaches the port can pretend to be another visitor',
    advice: 'Set TRUST_PROXY to the address of the proxy',
    wrong: setting({ TRUST_PROXY: 'true', HOST: '::' }),
    mended: setting({ TRUST_PROXY: '10.0.0.7', HOST: '::' }),
  },
  {
    finding: ': whoever reaches the port can pretend to be another visitor',
    advice: 'or HOST to 127.0.0.1 if the proxy runs on this machine',
    wrong: setting({ TRUST_PROXY: 'true', HOST: '0.0.0.0' }),
    mended: setting({ TRUST_PROXY: 'true', HOST: '127.0.0.1' }),
  },
  {
    finding: 'PUBLIC_URL is https, but no proxy is trusted: all visitors count as one',
    advice: 'Set TRUST_PROXY to the address of the proxy that ends TLS',
    wrong: setting({ TRUST_PROXY: '' }),
    mended: setting({ TRUST_PROXY: '10.0.0.7' }),
  },
  {
    finding: 'ADMIN_PASSWORD is still set; only the very first start reads it',
    advice: 'Remove it',
    wrong: setting({ ADMIN_PASSWORD: administrator.password }),
  },
  {
    finding: 'E-mail is not set up',
    advice: 'Set SMTP_URL and MAIL_FROM',
    wrong: setting({ SMTP_URL: '', MAIL_FROM: '' }),
  },
  {
    finding: 'The mail server cannot be used (',
    advice: 'Check host, port, user and password in SMTP_URL',
    wrong: setting({ SMTP_URL: `smtp://127.0.0.1:${deadPort}` }),
  },
  {
    finding: ', the server needs 24',
    advice: 'Start with the one in node_modules/.bin',
    wrong: { nodeVersion: '20.20.0' },
    mended: { nodeVersion: nodeOfPackages() },
  },
  {
    finding: 'The pages are not built, or built from other sources',
    advice: 'Build them with npm run build',
    wrong: { isBuilt: () => false },
  },
  {
    finding: 'The clock of this machine says ',
    advice: 'Set it by a time server',
    wrong: { now: () => 0 },
  },
  {
    finding: ' MB are free for ',
    advice: 'Remove the oldest backups or enlarge the disk',
    wrong: { freeBytes: async () => 99 * megabyte },
  },
]

/** The version of the Node that npm installs with the dependencies. */
function nodeOfPackages() {
  return execFileSync('node_modules/.bin/node', ['--version'], { encoding: 'utf8' }).slice(1).trim()
}

describe.skipIf(process.env['TEST_ENGINE'] === 'postgres')('outside the database', () => {
  test('each setting and part of the machine is right after its advice', async () => {
    for (const { finding, advice, wrong, mended = {} } of deviations) {
      let environment: Partial<DoctorEnvironment> = {}
      const see = () => seeIn(environment)
      const damage = () => (environment = wrong)
      expect(
        await followAdvice(see, [{ finding, advice, damage }], () => (environment = mended)),
      ).toEqual([])
    }
  })

  test('the bucket and the virus scanner work with right settings', async () => {
    let DOCUMENTS_S3 = `https://k:s@127.0.0.1:${deadPort}/x`
    const unencrypted = {
      finding: 'DOCUMENTS_S3 is http: documents travel through the network unencrypted',
      advice: 'Use https.',
      damage: () => (DOCUMENTS_S3 = `http://k:s@0.0.0.0:${deadPort}/x`),
    }
    const warnings = async () => (await seeBucket()).filter(({ level }) => level === 'warning')
    const seeBucket = () => checkBucket(readSettings({ DOCUMENTS_S3 }))
    expect(
      await followAdvice(
        warnings,
        [unencrypted],
        () => (DOCUMENTS_S3 = `https://k:s@127.0.0.1:${deadPort}/x`),
      ),
    ).toEqual([])
    DOCUMENTS_S3 = bucket.address
    const unusable = {
      finding: 'The bucket cannot be used',
      advice: 'Check key, secret, host, bucket and region in DOCUMENTS_S3',
      damage: () => (DOCUMENTS_S3 = bucket.addressWith({ password: 'x' })),
    }
    expect(
      await followAdvice(seeBucket, [unusable], () => (DOCUMENTS_S3 = bucket.address)),
    ).toEqual([])

    let [CLAMD, now]: [string | undefined, number] = [scanner.address, dayOfSignatures]
    scanner.treat('limited')
    const see = () => checkScanner({ now: () => now }, { CLAMD, DOCUMENT_MAX_MB: 1 })
    const set = (address: string | undefined) => () => (CLAMD = address)
    const behaviour = (next: Parameters<typeof scanner.treat>[0]) => () => scanner.treat(next)
    const setUp = set(scanner.address)
    const none = { finding: 'No virus scanner is set up', advice: 'Install ClamAV, and set CLAMD' }
    expect(await followAdvice(see, [{ ...none, damage: set(undefined) }], setUp)).toEqual([])
    const unreachable = {
      finding: 'clamd cannot be used',
      advice: 'Check CLAMD, and that this user',
    }
    expect(
      await followAdvice(see, [{ ...unreachable, damage: set(`127.0.0.1:${deadPort}`) }], setUp),
    ).toEqual([])
    const old = {
      finding: ' has signatures of ',
      advice: 'Is clamav-freshclam running?',
      damage: () => (now = dayOfSignatures + 9 * 24 * 60 * 60 * 1000),
    }
    expect(await followAdvice(see, [old], () => (now = dayOfSignatures))).toEqual([])
    expect(
      await followAdvice(
        see,
        [
          {
            finding: 'clamd does not recognise the EICAR test file',
            advice: 'run freshclam, and restart clamav-daemon',
            damage: behaviour('too large'),
          },
          {
            finding: 'clamd does not scan files of ',
            advice: 'Set StreamMaxLength, MaxFileSize and MaxScanSize',
            damage: () => {},
          },
        ],
        behaviour('limited'),
      ),
    ).toEqual([])
    const unlimited = {
      finding: 'clamd calls a file clean that is over its limits',
      advice: 'Set AlertExceedsMax yes in clamd.conf',
      damage: behaviour('scan'),
    }
    expect(await followAdvice(see, [unlimited], behaviour('limited'))).toEqual([])
  })

  test('files are readable and writable for the server only, and none is left over', async () => {
    const settingsFile = join(DATA_DIR, 'settings.env')
    await writeFile(settingsFile, '', { mode: 0o600 })
    await mkdir(join(DATA_DIR, 'backups'), { mode: 0o700 })
    execFileSync('chmod', ['--recursive', 'go=', DATA_DIR])
    const see = () => seeIn({ settingsFiles: async () => [settingsFile] })
    const previous = join(DATA_DIR, 'foundation.sqlite.before-restore-2026-01-01')
    expect(
      await followAdvice(
        see,
        [
          {
            finding: 'Other users of this machine can read or change ',
            advice: 'chmod u=rw,g-wx,o= ',
            damage: () => chmod(settingsFile, 0o644),
          },
          {
            finding: 'Other users of this machine can read ',
            advice: 'chmod ',
            damage: () => chmod(DATA_DIR, 0o755),
          },
          {
            finding: ' still has the data from before a restore',
            advice: 'Delete it when nobody needs it any more',
            damage: () => writeFile(previous, '', { mode: 0o600 }),
          },
        ],
        async (found) => {
          for (const { todo } of found) {
            const command = /chmod .+$/.exec(todo)?.[0]
            if (command) execFileSync('sh', ['-c', command])
          }
          await rm(previous)
        },
      ),
    ).toEqual([])
    const beside = {
      finding: ' has data that the server does not use, because DATABASE_URL is set',
      advice: 'Delete it when nobody needs it any more',
    }
    const file = join(DATA_DIR, 'folder', 'foundation.sqlite')
    await mkdir(join(DATA_DIR, 'folder'), { mode: 0o700 })
    const DATABASE_URL = `postgres://127.0.0.1:${deadPort}/foundation`
    const all = readSettings({ DATA_DIR: join(DATA_DIR, 'folder'), DATABASE_URL })
    const seeFolder = () => checkDataFolder({ freeBytes: async () => 1e12 }, all)
    const damage = () => writeFile(file, '', { mode: 0o600 })
    expect(await followAdvice(seeFolder, [{ ...beside, damage }], () => rm(file))).toEqual([])
  })

  test('a check that fails is tried again after its cause', async () => {
    const file = join(DATA_DIR, 'last-backup.json')
    const see = async () => {
      const found: Finding[] = []
      for await (const { title, findings } of runChecks(healthy)) {
        if (title === 'Backups') found.push(...findings)
      }
      return found
    }
    const failing = {
      finding: 'is not valid JSON',
      advice: 'Solve that if you can, or tell the developers',
      damage: () => writeFile(file, 'no JSON'),
    }
    expect(await followAdvice(see, [failing], () => rm(file))).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)('the user of the server owns its files', async () => {
    const user = unprivilegedUser()!
    const owner = async (path: string, uid: number) => chown(path, uid, uid === 0 ? 0 : user.gid)
    execFileSync('chown', ['--recursive', `${user.uid}:${user.gid}`, DATA_DIR])
    const backups = join(DATA_DIR, 'backups')
    await mkdir(backups, { recursive: true })
    await owner(backups, user.uid)
    const seeAsRoot = () => seeIn({})
    const mixed = {
      finding: 'Not everything in ',
      advice: `chown --recursive ${user.uid} ${DATA_DIR}`,
      damage: () => owner(backups, 0),
    }
    expect(
      await followAdvice(seeAsRoot, [mixed], ([found]) => {
        const command = /chown .+?(?=,)/.exec(found!.todo)![0]
        execFileSync('sh', ['-c', command])
      }),
    ).toEqual([])

    const see = async () => doctorOf(user)
    const unwritable = {
      finding: ' cannot be written',
      advice: 'Change its owner to the user that runs the server',
      damage: async () => {
        await owner(DATA_DIR, 0)
        await chmod(DATA_DIR, 0o755)
      },
    }
    expect(
      await followAdvice(see, [unwritable], async () => {
        await owner(DATA_DIR, user.uid)
        await chmod(DATA_DIR, 0o700)
      }),
    ).toEqual([])

    const hidden = {
      finding: 'This user may not use ',
      advice: 'Run doctor as the user that runs the server; its data must belong to that user',
      damage: () => chmod(DATA_DIR, 0o000),
    }
    const seeFolder = () =>
      withoutRoot(async () =>
        (await seeIn({})).filter(({ what }) => what.endsWith('is in.')).slice(0, 1),
      )
    expect(await followAdvice(seeFolder, [hidden], () => chmod(DATA_DIR, 0o700))).toEqual([])
  })

  /** What doctor says about the data folder when a user runs it. */
  function doctorOf({ uid, gid }: { uid: number; gid: number }): Finding[] {
    const script = `
      const { checkDataFolder } = await import('./server/cli/doctor/check-machine.ts')
      const { readSettings } = await import('./server/settings.ts')
      const settings = readSettings({ DATA_DIR: ${JSON.stringify(DATA_DIR)} })
      const found = await checkDataFolder({ freeBytes: async () => 1e12 }, settings)
      process.stdout.write(JSON.stringify(found))`
    const options = { uid, gid, env: { ...noSettings }, encoding: 'utf8' as const }
    const args = ['--input-type=module', '--eval', script]
    const { stdout, stderr } = spawnSync(process.execPath, args, options)
    expect(stderr).toBe('')
    const found = JSON.parse(stdout) as Finding[]
    return found.filter(({ what }) => what.includes('cannot be written'))
  }

  test('a read-only disk is mounted writable again', async ({ skip }) => {
    const disk = mountSmallDisk(4)
    if (!disk) skip('no disk can be mounted')
    if (!disk) return
    onTestFinished(() => disk.unmount())
    const mount = (mode: string) => execFileSync('mount', ['-o', `remount,${mode}`, disk.folder])
    const see = () =>
      checkDataFolder({ freeBytes: async () => 1e12 }, readSettings({ DATA_DIR: disk.folder }))
    const readOnly = {
      finding: 'The file system of ',
      advice: 'mount it writable again',
      damage: () => mount('ro'),
    }
    expect(await followAdvice(see, [readOnly], () => mount('rw'))).toEqual([])
  })
})
