import { vi } from 'vitest'

// Unit test files share a worker. This runs before each of them, so that each loads its own modules, and fakes
// of modules reach only the file that makes them.
vi.resetModules()
