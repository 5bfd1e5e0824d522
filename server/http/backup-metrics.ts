import type { AddGauge } from './document-metrics.ts'

/** A function that looks at the backups each time Prometheus asks for the metrics. */
export interface BackupFigures {
  /** The last backup; undefined if this machine makes none. */
  backup: () => Promise<{ age: number; size: number; isComplete: boolean } | undefined>
}

/** A machine that makes no backups has no value, so that an alert looks at the others. */
export function measureBackups(addGauge: AddGauge, figures: BackupFigures) {
  const add = (name: string, help: string, valueOf: (backup: Backup) => number) =>
    addGauge(name, help, async (gauge) => {
      gauge.reset()
      const backup = await figures.backup().catch(() => undefined)
      if (backup) gauge.set(valueOf(backup))
    })
  add('backup_age_seconds', 'Time since the newest backup was made', ({ age }) => age)
  add('backup_size_bytes', 'Size of the database in the newest backup', ({ size }) => size)
  add(
    'backup_ok',
    '1 if the last backup has everything, 0 if it failed or lacks documents',
    ({ isComplete }) => Number(isComplete),
  )
}

type Backup = NonNullable<Awaited<ReturnType<BackupFigures['backup']>>>
