import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { unprivilegedUser } from '../../tests/support/cluster.ts'
import { runCommand } from '../../tests/support/command.ts'
import { findProgramFolder } from '../../server/cli/find-program.ts'
import { startServer } from '../../tests/support/server.ts'
import { choicesAt, compare, sendApplicants } from '../../tests/support/concurrent-applicants.ts'
import { makeAuthority } from '../cluster/certificates.ts'
import { balancePostgres, balanceServers } from '../cluster/haproxy.ts'
import { makeDatabase, patroniNode, rolesOf, startEtcd } from '../cluster/patroni.ts'
import { until } from '../cluster/program.ts'
import type { Examine } from './finding.ts'

const rounds = 3
const applicants = 8
const mostSeconds = 30

/**
 * Kills the leader of three PostgreSQL nodes under load. Patroni and etcd run the cluster; HAProxy is
 * in front of the nodes and of two servers.
 */
export const failover: Examine = async () => {
  const what = 'PostgreSQL leader killed under load, Patroni'
  const found = findProgramFolder('initdb', 'postgres')
  const missing = ['etcd', 'patroni', 'haproxy', 'openssl'].filter(
    (program) => !findProgramFolder(program),
  )
  if (!found || missing.length > 0) {
    const note = `not tried: ${[...missing, ...(found ? [] : ['PostgreSQL'])].join(', ')} missing`
    return [{ what, tried: 0, lost: 0, note }]
  }

  // PATH may have links, and Patroni needs the other programs of the real folder.
  const programs = dirname(await realpath(join(found, 'initdb')))
  const folder = await mkdtemp(join(tmpdir(), 'failover-'))
  await chmod(folder, 0o755)
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const etcd = await startEtcd(folder)
    ends.unshift(etcd.stop)
    const user = unprivilegedUser()
    const authority = await makeAuthority(folder)
    const options = { folder, programs, hosts: etcd.hosts, authority, user }
    const nodes = await Promise.all([1, 2, 3].map((number) => patroniNode(number, options)))
    ends.unshift(() => Promise.all(nodes.map((node) => node.stop())))
    for (const node of nodes) node.start()
    const isWhole = async () => {
      const { leader, standby, running } = await rolesOf(nodes)
      return Boolean(leader && standby) && running === nodes.length
    }
    await until('PostgreSQL has a leader and two copies', 120, isWhole)

    const balancer = await balancePostgres(folder, nodes)
    ends.unshift(balancer.stop)
    const DATABASE_URL = await makeDatabase(balancer.port, authority)
    const settings = { DATABASE_URL, TRUST_PROXY: '1', LOG_LEVEL: 'silent' }
    const servers = [await startServer(settings)]
    servers.push(await startServer(settings))
    ends.unshift(() => Promise.all(servers.map(({ stop }) => stop('SIGTERM'))))
    const web = await balanceServers(
      folder,
      servers.map(({ url }) => Number(new URL(url).port)),
    )
    ends.unshift(web.stop)

    const gaps: number[] = []
    const total = { acknowledged: 0, unanswered: 0, lost: 0 }
    for (let round = 0; round < rounds; round++) {
      const load = sendApplicants(web.url, applicants, await choicesAt(web.url))
      await load.receipts(200)
      const { leader } = await rolesOf(nodes)
      const killed = Date.now()
      await leader!.kill()
      await load.receipts(200)
      gaps.push((load.resumed(killed) - killed) / 1000)
      await sleep(2000)
      await load.stop()
      leader!.start()
      await until('the killed node is back', 120, isWhole)
      const { lost, changed, doubled } = await compare(web.url, load)
      total.acknowledged += load.acknowledged.size
      total.unanswered += load.sent.size - load.acknowledged.size
      total.lost += lost + changed + doubled
    }
    const backup = await runCommand(
      'server/cli/backup.ts',
      settings,
      '--to',
      join(folder, 'backups'),
    )
    if (backup.code !== 0) throw new Error(backup.lines.join('\n'))
    const late = gaps.filter((seconds) => seconds > mostSeconds).length
    const seconds = gaps.map((gap) => gap.toFixed(1)).join(', ')
    return [
      {
        what,
        tried: rounds,
        lost: total.lost + late,
        note: `${total.acknowledged} acknowledged, ${total.unanswered} unanswered and sent again; writing resumed after ${seconds} s`,
      },
    ]
  } finally {
    for (const end of ends) await end().catch(console.error)
  }
}
