import { clsx } from 'clsx'

/** Joins class names; a later class does not replace an earlier one, so give each property once. */
export const cn = clsx
