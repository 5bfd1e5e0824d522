/**
 * The last release. Its servers run beside the current version during an upgrade, and again after a
 * rollback. Update this after each release, and empty `unused`.
 */
export const lastRelease = {
  version: '0.1.0',
  commit: 'daef5aea9517122e4405aa6bb87dfb5ceafdcb98',
  lastMigration: '0016-drop-counts',
  /** Parts of the tables that the release does not use, and that newer migrations may drop. */
  unused: [] as string[],
}
