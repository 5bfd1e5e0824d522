/**
 * The last release. Its servers run beside the current version during an upgrade, and again after a
 * rollback. Update this after each release, and empty `unused`.
 */
export const lastRelease = {
  version: '0.1.0',
  commit: '1160878409c5772e0acefc34c0db24ebd1541745',
  lastMigration: '0016-drop-counts',
  /** Parts of the tables that the release does not use, and that newer migrations may drop. */
  unused: [] as string[],
}
