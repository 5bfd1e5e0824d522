/** An expected error of a command. Its message is a sentence for the operator. */
export class OperationError extends Error {}
