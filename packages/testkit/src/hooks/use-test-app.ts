import { startTestApp, type TestApp, type TestAppOptions } from '../start-test-app.js';
import { useResource } from './use-resource.js';

/** Starts the real API with a new database for the tests of the file. */
export const useTestApp = (options?: TestAppOptions): TestApp =>
  useResource(
    () => startTestApp(options),
    ({ stop }) => stop(),
  );
