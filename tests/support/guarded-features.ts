// Features that a promised browser lacks, and that public pages use with a guard. Each has its guard.

/** By source file, and by interface and member. */
export const guardedInSources: Record<string, string> = {
  'app/offline/page-queue.ts: ServiceWorkerRegistration.sync':
    'returns false without it; the page itself sends the queue',
  'app/offline/documents/shrink-photo.ts: CanvasRenderingContext2D.imageSmoothingQuality':
    'only set, so it does nothing',
  'app/offline/restore-draft.ts: Navigator.userActivation': 'declared as possibly undefined',
  'app/offline/restore-draft.ts: UserActivation.hasBeenActive': '?. and a value of our own',
  'app/offline/register-worker.ts: IDBFactory.databases': 'inside try',
  'app/offline/service-worker.ts: SyncEvent.tag': 'in a listener for an event that does not come',
  'app/scripts/enhance.ts: HTMLElement.hidePopover': '?.()',
  'contract/document/zip-directory.ts: DecompressionStream': 'canInflate() asks inside try',
  'contract/document/zip-directory.ts: ReadableStream.pipeThrough': 'after canInflate()',
}

/** By name in the built scripts: features that our sources or packages call. */
export const guardedInScripts: Record<string, string> = {
  DecompressionStream: 'zip-directory.ts, see above',
  'Error.captureStackTrace': 'Zod asks with `in` first',
  connection: 'React asks first',
  databases: 'register-worker.ts, see above',
  fetchPriority: 'React only passes it on to an element',
  hidePopover: 'enhance.ts, see above',
  imageSizes: 'React only passes it on to an element',
  imageSmoothingQuality: 'shrink-photo.ts, see above',
  movementX: 'React asks with `in` first',
  movementY: 'React asks with `in` first',
  navigation: 'React asks with `typeof` first',
  pipeThrough: 'zip-directory.ts, see above',
  popover: 'React compares it with null',
  setImmediate: 'React asks with `typeof` first',
  stackTraceLimit: 'Zod asks with `typeof` first',
  startViewTransition: 'inside try, and only for an element that we do not use',
  sync: 'page-queue.ts, see above',
  transferSize: 'React adds it only if it is truthy',
  userActivation: 'restore-draft.ts, see above',
}

/** Names that newer APIs have, too, but that in the built scripts belong to objects of packages or ours. */
export const otherMeanings = [
  'animation',
  'bytes',
  'capture',
  'cssFloat',
  'delay',
  'displayName',
  'handle',
  'in',
  'locale',
  'number',
  'priority',
  'share',
  'variant',
  'variants',
  'when',
]

/** In styles: what a browser without the feature shows. */
export const guardedInStyles: Record<string, string> = {
  '@container': 'layout for small screens',
  '@media (forced-colors)': 'the colours of other users',
  '@media (scripting)': 'another typeface; all tab panels until the script runs',
  '@media (width >= …)': 'layout for small screens',
  '@property': 'the layer `properties` has the initial values, too',
  ':has': 'chosen amounts without colour; the radio button shows the choice',
  ':open': 'part of `:is()`, which ignores unknown selectors',
  ':popover-open': 'part of `:is()`, which ignores unknown selectors',
  'contain-intrinsic-size': 'sections are rendered at once',
  'container-type': 'layout for small screens',
  'content-visibility': 'sections are rendered at once',
  'cursor: default': 'no cursor, on phones',
  'cursor: pointer': 'no cursor, on phones',
  'text-wrap': 'other line breaks',
  'user-select': 'the applicant marks the text by hand',
  cqi: 'cards without padding, and figures in the size of the text',
  lh: 'an empty date field is less high',
  resize: 'no handle, on phones',
  rotate: 'arrows of menus always point down',
  svh: 'a short page ends above the lower edge of the screen',
}
