import kiswahili from './kiswahili.json' with { type: 'json' }

/**
 * The Kiswahili dictionary of the application pages. A key is the English sentence in the code;
 * `{name}` is a placeholder. docs/kiswahili.md lists the terms. Sentences that only the server uses
 * are in kiswahili-server.json, so that phones do not download them.
 */
export { kiswahili }

/**
 * An English text that browsers and the server can translate into Kiswahili. The compiler writes
 * this name for a sentence without a translation. `Extract` makes it a type with a name: a union
 * would be written with all its members.
 */
type KeyOfKiswahiliJson = Extract<keyof typeof kiswahili, string>

export type { KeyOfKiswahiliJson as Sentence }
