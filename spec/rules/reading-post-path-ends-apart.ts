import { nameOperation } from './name-operation.js';
import type { Location, Rule } from './redocly-plugin.js';

interface Post {
  readonly name: string;
  readonly end: string;
  readonly isWrite: boolean;
  readonly location: Location;
}

/** Clients distinguish a POST that reads, such as a search, from one that writes by the last segment of its path. */
export const readingPostPathEndsApart: Rule = () => {
  const posts: Post[] = [];
  let path = '';
  return {
    Paths: {
      PathItem: {
        enter(_item, { key }) {
          path = String(key);
        },
        Operation(operation, context) {
          if (context.key !== 'post') return;
          posts.push({
            name: nameOperation(operation, context),
            end: path.slice(path.lastIndexOf('/')),
            isWrite: operation['x-idempotent'] === true,
            location: context.location,
          });
        },
      },
      leave(_paths, context) {
        for (const { name, end, location } of posts.filter(({ isWrite }) => isWrite)) {
          const read = posts.find((post) => !post.isWrite && post.end === end);
          if (!read) continue;
          context.report({
            message: `${name} writes, and its path ends in \`${end}\` like that of ${read.name}, which reads. Give it another last segment.`,
            location,
          });
        }
      },
    },
  };
};
