import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { AwsClient } from 'aws4fetch'

import { findProgramFolder } from '../../server/cli/backup/find-program.ts'
import { findFreePort } from './port.ts'

const kinds = ['account', 'container', 'object'] as const
const programs = [
  'swift-ring-builder',
  ...[...kinds, 'proxy'].map((kind) => `swift-${kind}-server`),
]
const bucket = 'documents'
const startSeconds = 30

/** True if OpenStack Swift is installed: on Debian the packages `swift-proxy` and the like. */
export const hasSwift = () => findProgramFolder(...programs) !== undefined && existsSync(python)

/** Debian's Python, which has Swift's modules. */
const python = '/usr/bin/python3'

/** Runs a program of Swift with its settings in another folder than /etc/swift. */
const launcher = `
import runpy, sys
from swift.common import utils
utils.SWIFT_CONF_FILE = sys.argv.pop(1) + '/swift.conf'
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name='__main__')
`

/**
 * A shell process that ends the servers and removes their folder when its input closes. The input
 * also closes if the test process is killed.
 */
const guard = `
folder=$0
for server in account container object proxy; do
  "$1" -c "$2" "$folder" "$3/swift-$server-server" "$folder/$server-server.conf" \\
    </dev/null >>"$folder/log" 2>&1 &
  servers="$servers $!"
done
read -r _
kill $servers
wait
rm -rf "$folder"
`

/**
 * Starts OpenStack Swift, an S3 service that checks signatures: one disk, one copy, on free ports of
 * the loopback interface, with an empty bucket. `address` is the setting DOCUMENTS_S3.
 */
export async function startSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'test-swift-'))
  const programFolder = findProgramFolder(...programs)!
  const port = await configure(folder, join(programFolder, 'swift-ring-builder'))
  const shell = spawn('/bin/sh', ['-c', guard, folder, python, launcher, programFolder], {
    detached: true, // so that Ctrl-C stops the tests before Swift
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const stop = async () => {
    shell.stdin.end()
    if (shell.exitCode === null) await once(shell, 'exit')
  }
  if (await createBucket(`http://127.0.0.1:${port}/${bucket}`)) {
    return { address: `http://test%3Atester:testing@127.0.0.1:${port}/${bucket}`, stop }
  }
  const log = await readFile(join(folder, 'log'), 'utf8')
  await stop()
  throw new Error(`Swift did not start:\n${log.slice(-5000)}`)
}

/** Writes the settings of all servers. Returns the port of the S3 service. */
async function configure(folder: string, ringBuilder: string) {
  const run = promisify(execFile)
  const common = `bind_ip = 127.0.0.1\nworkers = 0\nswift_dir = ${folder}\nuser = ${userInfo().username}`
  await mkdir(join(folder, 'disks/d1'), { recursive: true })
  await writeFile(join(folder, 'swift.conf'), swiftSettings)
  for (const kind of kinds) {
    const port = await findFreePort()
    const ring = join(folder, `${kind}.builder`)
    await run(ringBuilder, [ring, 'create', '4', '1', '1'])
    await run(ringBuilder, [ring, 'add', `r1z1-127.0.0.1:${port}/d1`, '1'])
    await run(ringBuilder, [ring, 'rebalance'])
    const disks = `devices = ${folder}/disks\nmount_check = false`
    const settings = `[DEFAULT]\n${common}\n${disks}\nbind_port = ${port}\n${storageSettings(kind)}`
    await writeFile(join(folder, `${kind}-server.conf`), settings)
  }
  const port = await findFreePort()
  const settings = `[DEFAULT]\n${common}\nbind_port = ${port}\n${proxySettings}`
  await writeFile(join(folder, 'proxy-server.conf'), settings)
  return port
}

const swiftSettings = `
[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = one
default = yes
`

const storageSettings = (kind: string) => `
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

const filters = [
  'catch_errors',
  'cache',
  'listing_formats',
  'bulk',
  's3api',
  'tempauth',
  'copy',
  'slo',
]

const proxySettings = `
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${filters.map((name) => `[filter:${name}]\n${filterSettings(name)}`).join('\n')}
`

function filterSettings(name: string) {
  switch (name) {
    case 'cache':
      return 'use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1'
    case 's3api':
      return 'use = egg:swift#s3api\ns3_acl = false\nlocation = us-east-1\ncheck_bucket_owner = false'
    case 'tempauth':
      return 'use = egg:swift#tempauth\nuser_test_tester = testing .admin'
    default:
      return `use = egg:swift#${name}`
  }
}

/** Creates the bucket as soon as all servers answer. */
async function createBucket(url: string) {
  const accessKeyId = 'test:tester'
  const region = 'us-east-1'
  const options = { accessKeyId, secretAccessKey: 'testing', service: 's3', region, retries: 0 }
  const client = new AwsClient(options)
  for (const deadline = Date.now() + startSeconds * 1000; Date.now() < deadline;) {
    const status = await client.fetch(url, { method: 'PUT' }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200 || status === 409) return true // an attempt without an answer may have made it
    await sleep(100)
  }
  return false
}
