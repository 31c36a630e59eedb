"""Validates JSON values against JSON Schemas (draft 7) with Debian's python3-jsonschema.

Reads a file with a JSON array of checks: [document, schema, value, isClosed]. References in the
schema point into the document. A closed check refuses members that "properties" does not name, even
where the schema allows them. The schema "openrpc" is the one in openrpc.json. Prints a JSON array:
for each check, in order, a list of what is wrong with the value.

A keyword that draft 7 does not know makes a schema invalid, so that none goes unchecked.
"""

import copy
import json
import pathlib
import re
import sys
from datetime import datetime

from jsonschema import Draft7Validator, FormatChecker, RefResolver, ValidationError
from jsonschema.validators import extend

formats = FormatChecker()


@formats.checks("date-time", raises=ValueError)
def is_date_time(value):
    return not isinstance(value, str) or datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")


def pattern(validator, pattern, value, schema):
    # In Python, $ also matches before a final line break; in JSON Schema it does not.
    if isinstance(value, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


Validator = extend(Draft7Validator, {"pattern": pattern})
metaschema = copy.deepcopy(Draft7Validator.META_SCHEMA)
metaschema["additionalProperties"] = False
metaschema["if"] = {"required": ["$ref"]}
metaschema["then"] = {"maxProperties": 1}
schemas = {"http://json-schema.org/draft-07/schema": metaschema}
openrpc = json.loads(pathlib.Path(__file__).with_name("openrpc.json").read_text())


def closed(schema):
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: closed(part) for name, part in schema.items()}
    return {"additionalProperties": False, **parts} if "properties" in schema else parts


def validator(schema, document):
    resolver = RefResolver("", document, store=schemas)
    return Validator(schema, resolver=resolver, format_checker=formats)


def faults(document, schema, value, is_closed):
    if schema == "openrpc":
        document = schema = openrpc
    else:
        errors = list(validator(metaschema, metaschema).iter_errors(schema))
        if errors:
            return [f"is checked against a schema that is invalid: {errors[0].message}"]
    if is_closed:
        document, schema = closed(document), closed(schema)
    try:
        errors = list(validator(schema, document).iter_errors(value))
    except Exception as error:
        return [f"cannot be checked: {error}"]
    return [f"{error.json_path}: {error.message}" for error in errors]


checks = json.loads(pathlib.Path(sys.argv[1]).read_text())
print(json.dumps([faults(*check) for check in checks]))
