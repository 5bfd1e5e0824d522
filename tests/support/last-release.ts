/**
 * The last release. Its servers run beside the current version during an upgrade, and again after a
 * rollback. Update this after each release, and empty `unused`.
 */
export const lastRelease = {
  version: '0.1.0',
  commit: '1160878409c5772e0acefc34c0db24ebd1541745',
  lastMigration: '0016-drop-counts',
  /** Parts of the tables that the release does not use, and that newer migrations may drop. */
  unused: [
    'table person_keys',
    ...['attachment', 'intake', 'email', 'name', 'phone', 'firstName'].flatMap((column) =>
      ['text', 'uuid'].map((type) => `column person_keys.${column} ${type}`),
    ),
    ...['sqlite_autoindex_person_keys_1', 'person_keys_pkey'].map((name) => `index ${name}`),
    ...['email', 'name', 'phone'].map((name) => `index person_keys_${name}`),
    'trigger person_keys_delete on person_keys',
    'column attachments.emailKey text',
    'index attachments_emailKey',
    'column extra_values.number double precision',
    'index extra_values_number',
    'index sqlite_autoindex_extra_values_1',
  ] as string[],
}
