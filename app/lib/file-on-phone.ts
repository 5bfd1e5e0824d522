/**
 * Value of a document's field while its file is only on this phone. It has the shape of an upload
 * key, so that the form is valid, but the server refuses it.
 */
export const fileOnPhone = '_'.repeat(43)
