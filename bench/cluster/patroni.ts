import { randomUUID } from 'node:crypto'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'

import { findFreePort } from '../../tests/support/port.ts'
import { makeCertificate } from './certificates.ts'
import { run, until, type Program } from './program.ts'

interface PatroniNode {
  name: string
  port: number
  restPort: number
  start(): void
  /** Kills Patroni and PostgreSQL at once, like a power cut. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type User = { uid: number; gid: number } | undefined

const passwords = { postgres: randomUUID(), replicator: randomUUID(), foundation: randomUUID() }

/** Starts three etcd nodes; returns their hosts. */
export async function startEtcd(folder: string) {
  const nodes = await Promise.all(
    [1, 2, 3].map(async (number) => ({
      name: `etcd${number}`,
      client: `http://127.0.0.1:${await findFreePort()}`,
      peer: `http://127.0.0.1:${await findFreePort()}`,
    })),
  )
  const cluster = nodes.map(({ name, peer }) => `${name}=${peer}`).join(',')
  const programs = nodes.map(({ name, client, peer }) =>
    run(
      'etcd',
      Object.entries({
        name,
        'data-dir': join(folder, name),
        'listen-client-urls': client,
        'advertise-client-urls': client,
        'listen-peer-urls': peer,
        'initial-advertise-peer-urls': peer,
        'initial-cluster': cluster,
        'initial-cluster-state': 'new',
      }).map(([option, value]) => `--${option}=${value}`),
      join(folder, `${name}.log`),
    ),
  )
  await until('etcd has a leader', 30, async () => {
    const health = await fetch(`${nodes[0]!.client}/health`)
    return ((await health.json()) as { health: string }).health === 'true'
  })
  return {
    hosts: nodes.map(({ client }) => new URL(client).host),
    stop: () => Promise.all(programs.map((program) => program.stop())),
  }
}

/** A PostgreSQL node under Patroni, not yet started. */
export async function patroniNode(
  number: number,
  {
    folder,
    programs,
    hosts,
    authority,
    user,
  }: {
    folder: string
    /** The folder of PostgreSQL's programs. */
    programs: string
    /** Hosts of etcd. */
    hosts: string[]
    /** Path of the certificate of the authority; its key is in the folder. */
    authority: string
    /** A user for PostgreSQL, which refuses to run as root. */
    user: User
  },
): Promise<PatroniNode> {
  const name = `db${number}`
  const home = join(folder, name)
  const [port, restPort] = [await findFreePort(), await findFreePort()]
  const data = join(home, 'data')
  await mkdir(home)
  const { key, certificate } = await makeCertificate(folder, name)
  if (user) for (const path of [home, key]) await chown(path, user.uid, user.gid)
  const configuration = join(folder, `${name}.yml`)
  await writeFile(configuration, JSON.stringify(settings(), null, 2))

  let patroni: Program | undefined
  return {
    name,
    port,
    restPort,
    start() {
      patroni = run('patroni', [configuration], join(folder, `${name}.log`), user)
    },
    async kill() {
      const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await patroni?.stop('SIGKILL')
    },
    async stop() {
      await patroni?.stop()
    },
  }

  /** Patroni reads YAML, a superset of JSON. */
  function settings() {
    const host = `127.0.0.1:${port}`
    const authenticated = { sslmode: 'verify-full', sslrootcert: authority }
    return {
      scope: 'foundation',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { hosts },
      bootstrap: {
        dcs: {
          ttl: 15,
          loop_wait: 3,
          retry_timeout: 5,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 100, wal_log_hints: 'on' },
          },
        },
        initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      },
      postgresql: {
        listen: host,
        connect_address: host,
        data_dir: data,
        bin_dir: programs,
        pgpass: join(home, 'pgpass'),
        pg_hba: [
          'hostssl all all 127.0.0.1/32 scram-sha-256',
          'hostssl replication replicator 127.0.0.1/32 scram-sha-256',
        ],
        authentication: {
          superuser: { username: 'postgres', password: passwords.postgres, ...authenticated },
          replication: { username: 'replicator', password: passwords.replicator, ...authenticated },
        },
        parameters: {
          ssl: 'on',
          ssl_cert_file: certificate,
          ssl_key_file: key,
          unix_socket_directories: home,
          shared_buffers: '64MB',
        },
      },
    }
  }
}

/** Makes the database and its unprivileged user for the servers; returns the URL. */
export async function makeDatabase(port: number, authority: string) {
  const urlOf = (user: keyof typeof passwords) =>
    `postgres://${user}:${passwords[user]}@127.0.0.1:${port}/${user}?sslmode=verify-full&sslrootcert=${authority}`
  const client = new Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(`create role foundation login password '${passwords.foundation}'`)
  await client.query('create database foundation owner foundation')
  await client.end()
  return urlOf('foundation')
}

/** The leader and the synchronous standby, as the first reachable node reports them. */
export async function rolesOf(nodes: PatroniNode[]) {
  for (const { restPort } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined)
    if (!answer?.ok) continue
    const { members } = (await answer.json()) as {
      members: { name: string; role: string; state: string }[]
    }
    const byRole = (role: string) =>
      nodes.find(({ name }) =>
        members.some((member) => member.name === name && member.role === role),
      )
    const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
    return { leader: byRole('leader'), standby: byRole('sync_standby'), running: running.length }
  }
  return { leader: undefined, standby: undefined, running: 0 }
}
