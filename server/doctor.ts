import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { parseEnv } from 'node:util'

import { isBuilt } from '../bin/prepare.js'
import { openDatabase } from './database/open.ts'
import { command, environmentSettings, readArguments, say } from './cli/command.ts'
import { examine } from './cli/doctor.ts'
import { needDatabase } from './cli/files.ts'
import { repair } from './cli/repair.ts'
import type { System } from './cli/doctor-environment.ts'
import { locationOf } from './settings.ts'

/** Examines the system and says what to do: `npm run doctor`. Exit code 1 when there is a problem. */
await command('doctor', '[--backups FOLDER] [--repair]', async () => {
  const { values } = readArguments({
    backups: { type: 'string' },
    repair: { type: 'boolean', default: false },
  })
  if (values.repair) await repairFirst()
  const counts = { problem: 0, warning: 0 }
  for await (const { title, findings } of examine(thisSystem(values.backups))) {
    if (findings.length === 0) say(`ok       ${title}`)
    for (const { level, what, todo } of findings) {
      counts[level]++
      say(`${level.padEnd(8)} ${title}: ${what}\n         → ${todo}`)
    }
  }
  say(`${counts.problem} problems, ${counts.warning} warnings`)
  if (counts.problem > 0) process.exitCode = 1
})

function thisSystem(backups: string | undefined): System {
  const envFile = existsSync('.env') ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : []
  if (envFile.length > 0) process.loadEnvFile('.env')
  return {
    variables: process.env,
    envFile,
    nodeVersion: process.versions.node,
    freeBytes: async (folder) => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    isBuilt,
    now: Date.now,
    backups,
  }
}

async function repairFirst() {
  const location = locationOf(environmentSettings())
  await needDatabase(location)
  const { db, engine } = openDatabase(location)
  try {
    say(`Made ${await repair(db, engine)} search texts anew, and removed what belonged to nobody`)
  } finally {
    await db.destroy()
  }
}
