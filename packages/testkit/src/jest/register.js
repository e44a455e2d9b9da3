import module from 'node:module';
import { resolve } from './resolve-globals.js';

// Node 20: it has no hooks in the thread that imports.
if (module.registerHooks) module.registerHooks({ resolve });
else module.register('./resolve-globals.js', import.meta.url);

// Node 20: the SDK of AWS prints a warning about it.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
