import ts from 'typescript';
import { originsOf } from './client-call.js';
import { declaredBy, isOfContract, readAccess } from './declared-by.js';
import type { ProjectIndex } from './index-project.js';
import { elementCallbacks, listIn, nameOfBinding, oneElement, sameList } from './lists.js';
import { append, elementOf, type Field, isField, type Origin, propertyOf, unknown, wrap } from './origin.js';
import type { Project } from './project.js';
import { readClientCall } from './read-client-call.js';
import type { Declared } from './read-contract.js';

export interface Tracer {
  /** Follows an expression to the responses and events that its value can come from. */
  trace(node: ts.Expression): readonly Origin[];
  /** The origins of the property of an object, which the contract declares in these places. */
  traceProperty(base: readonly Origin[], name: string, declared: readonly Declared[]): Origin[];
  /** The origins of the value that a pattern takes apart. */
  tracePattern(pattern: ts.BindingPattern): readonly Origin[];
}

/**
 * Follows values through variables, functions, callbacks and lists of the project. It does not follow values through
 * objects of the project whose type is an interface; the origin of their fields is then only a schema.
 */
export function createTracer(project: Project, index: ProjectIndex): Tracer {
  const { checker, types } = project;
  const known = new Map<ts.Node, readonly Origin[]>();

  const trace = (node: ts.Expression): readonly Origin[] => {
    const earlier = known.get(node);
    if (earlier) return earlier;
    // A value that depends on itself adds nothing.
    known.set(node, []);
    const found = traceExpression(node);
    known.set(node, found);
    return found;
  };

  /** One of several values that a variable can have. */
  const traceOne = (node: ts.Expression): readonly Origin[] => {
    const found = trace(node);
    return found.length === 0 && isOfContract(checker.getTypeAtLocation(node), project) ? [unknown] : found;
  };

  function traceExpression(node: ts.Expression): readonly Origin[] {
    if (
      ts.isAwaitExpression(node) ||
      ts.isParenthesizedExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node)
    )
      return trace(node.expression);
    if (ts.isConditionalExpression(node)) return [...traceOne(node.whenTrue), ...traceOne(node.whenFalse)];
    if (ts.isBinaryExpression(node)) return traceBinary(node);
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((one) => traceOne(one).map(wrap));
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return traceAccess(node);
    if (ts.isCallExpression(node)) return traceCall(node);
    return ts.isIdentifier(node) ? traceSymbol(checker.getSymbolAtLocation(node)) : [];
  }

  function traceBinary({ left, right, operatorToken }: ts.BinaryExpression): readonly Origin[] {
    switch (operatorToken.kind) {
      case ts.SyntaxKind.QuestionQuestionToken:
      case ts.SyntaxKind.BarBarToken:
        return [...traceOne(left), ...traceOne(right)];
      case ts.SyntaxKind.AmpersandAmpersandToken:
      case ts.SyntaxKind.CommaToken:
      case ts.SyntaxKind.EqualsToken:
        return trace(right);
      default:
        return [];
    }
  }

  function traceAccess(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Origin[] {
    const base = trace(node.expression);
    const properties = readAccess(node, project);
    if (properties.length === 0) return base.flatMap(elementOf);
    return properties.flatMap(([name, symbol]) => {
      const declared = declaredBy(symbol, project);
      if (declared.length > 0) return traceProperty(base, name, declared);
      const held = base.flatMap((origin) => propertyOf(origin, name));
      return held.length > 0 ? held : [...traceSymbol(symbol)];
    });
  }

  function traceProperty(base: readonly Origin[], name: string, declared: readonly Declared[]): Origin[] {
    return declared.flatMap((one): Origin[] => {
      if (one.kind === 'other') return [];
      const { version, values } = one;
      if (one.kind === 'response')
        return [{ kind: 'response', version, values, user: one.operation, path: one.path }];
      const schema = append(one.name, one.path);
      const events = types.contracts.get(version)?.events.get(one.name) ?? [];
      if (events.length > 0)
        return events.map(
          (user): Field => ({ kind: 'event', version, values, user, path: one.path, schema }),
        );
      const fields = base.filter(isField).filter(({ kind, user }) => kind !== 'schema' && user !== '');
      const own = fields.filter((field) => field.version === version);
      const followed = own.map(({ wraps: _, ...field }): Field => {
        return { ...field, values, path: append(field.path, name), schema };
      });
      const isComplete =
        followed.length > 0 && !base.some(({ kind }) => kind === 'unknown' || kind === 'schema');
      return isComplete
        ? followed
        : [...followed, { kind: 'schema', version, values, user: '', path: '', schema }];
    });
  }

  function traceSymbol(found: ts.Symbol | undefined): readonly Origin[] {
    if (!found) return [];
    const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    const declarations = (symbol.declarations ?? []).filter((one) => !types.isDeclared(one));
    return [
      ...declarations.flatMap(traceDeclaration),
      ...index.assignedTo(symbol).flatMap((expression) => traceOne(expression)),
    ];
  }

  function traceDeclaration(node: ts.Declaration): readonly Origin[] {
    if (ts.isVariableDeclaration(node)) return traceVariable(node);
    if (ts.isParameter(node)) return traceParameter(node);
    if (ts.isBindingElement(node)) return traceBinding(node);
    if (ts.isPropertyAssignment(node)) return trace(node.initializer);
    if (ts.isPropertyDeclaration(node) && node.initializer) return trace(node.initializer);
    return ts.isShorthandPropertyAssignment(node)
      ? traceSymbol(checker.getShorthandAssignmentValueSymbol(node))
      : [];
  }

  function traceVariable(node: ts.VariableDeclaration): readonly Origin[] {
    if (node.initializer) return trace(node.initializer);
    const loop = node.parent.parent;
    return ts.isForOfStatement(loop) ? trace(loop.expression).flatMap(elementOf) : [];
  }

  function tracePattern(pattern: ts.BindingPattern): readonly Origin[] {
    return traceDeclaration(pattern.parent);
  }

  function traceBinding(node: ts.BindingElement): readonly Origin[] {
    const pattern = node.parent;
    if (ts.isArrayBindingPattern(pattern)) return traceListElement(node, pattern);
    if (node.dotDotDotToken) return tracePattern(pattern);
    const name = nameOfBinding(node);
    if (name === undefined) return [];
    const base = tracePattern(pattern);
    const type = checker.getNonNullableType(checker.getTypeAtLocation(pattern));
    const symbol = checker.getPropertyOfType(type, name);
    const declared = declaredBy(symbol, project);
    if (declared.length > 0) return traceProperty(base, name, declared);
    const held = base.flatMap((origin) => propertyOf(origin, name));
    return held.length > 0 ? held : traceSymbol(symbol);
  }

  /** `const [chat, contact] = await Promise.all([…, …])` has an origin for each element. */
  function traceListElement(node: ts.BindingElement, pattern: ts.ArrayBindingPattern): readonly Origin[] {
    const position = pattern.elements.indexOf(node);
    const { parent } = pattern;
    const list =
      ts.isVariableDeclaration(parent) && parent.initializer ? listIn(parent.initializer) : undefined;
    const element = list?.elements[position];
    if (element && !node.dotDotDotToken) return trace(element);
    const base = tracePattern(pattern);
    return node.dotDotDotToken ? base : base.flatMap(elementOf);
  }

  function traceParameter(node: ts.ParameterDeclaration): readonly Origin[] {
    const declaration = node.parent;
    const position = declaration.parameters.indexOf(node);
    const call = declaration.parent;
    if (ts.isCallExpression(call) && call.arguments.some((argument) => argument === declaration))
      return traceCallback(call, position);
    const passed = index.callsOf(declaration).flatMap((one) => {
      const argument = one.arguments[position];
      return argument ? traceOne(argument) : [];
    });
    return [...passed, ...index.callbacksOf(declaration).flatMap((one) => traceCallback(one, position))];
  }

  /** The value that a method of a list or promise passes to its callback. */
  function traceCallback({ expression }: ts.CallExpression, position: number): readonly Origin[] {
    if (!ts.isPropertyAccessExpression(expression)) return [];
    const base = trace(expression.expression);
    const method = expression.name.text;
    if (method === 'then') return position === 0 ? base : [];
    const isElement = elementCallbacks.has(method) && position === 0;
    const isPair = (method === 'sort' || method === 'toSorted') && position < 2;
    const isReduced = (method === 'reduce' || method === 'reduceRight') && position === 1;
    return isElement || isPair || isReduced ? base.flatMap(elementOf) : [];
  }

  function traceCall(node: ts.CallExpression): readonly Origin[] {
    const call = readClientCall(node, project);
    if (call) return originsOf(call);
    const declaration = checker.getResolvedSignature(node)?.declaration;
    if (declaration && ts.isFunctionLike(declaration) && 'body' in declaration && declaration.body)
      return traceReturns(declaration);
    return ts.isPropertyAccessExpression(node.expression) ? traceMethod(node, node.expression) : [];
  }

  /** Methods of lists, promises and searches. */
  function traceMethod(
    node: ts.CallExpression,
    { expression, name }: ts.PropertyAccessExpression,
  ): readonly Origin[] {
    const [first] = node.arguments;
    if (expression.getText() === 'Promise' && first) return trace(first);
    const base = trace(expression);
    const { text } = name;
    if (text === 'toArray' || text === 'pages')
      return base.flatMap((origin): Origin[] => {
        if (origin.kind !== 'search') return [];
        const { version, user } = origin;
        return text === 'pages'
          ? [{ kind: 'pages', version, user }]
          : [{ kind: 'response', version, user, path: 'data' }];
      });
    if (sameList.has(text)) return base;
    if (oneElement.has(text)) return base.flatMap(elementOf);
    if (!first || !(ts.isArrowFunction(first) || ts.isFunctionExpression(first))) return [];
    if (text === 'then') return traceReturns(first);
    return text === 'map' ? traceReturns(first).map(wrap) : [];
  }

  function traceReturns(declaration: ts.Node): Origin[] {
    const found: Origin[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isReturnStatement(node) && node.expression) found.push(...traceOne(node.expression));
      if (ts.isYieldExpression(node) && node.expression)
        found.push(...(node.asteriskToken ? trace(node.expression) : trace(node.expression).map(wrap)));
      if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
    };
    if (ts.isArrowFunction(declaration) && !ts.isBlock(declaration.body)) return [...trace(declaration.body)];
    ts.forEachChild(declaration, visit);
    return found;
  }

  return { trace, traceProperty, tracePattern };
}
