import { vi } from 'vitest'

// API test files of a worker share their modules. This runs before each of them: none meets the clock, the
// spies or the variables of another one.
vi.useRealTimers()
vi.restoreAllMocks()
vi.unstubAllEnvs()
vi.unstubAllGlobals()
