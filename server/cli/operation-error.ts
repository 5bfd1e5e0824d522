/** Something that an operator asked for and that cannot be done, in a sentence. */
export class OperationError extends Error {}
