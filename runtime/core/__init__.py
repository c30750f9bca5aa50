"""What everything else in the runtime stands on: dtypes, shapes, specs, nested structures, errors, configuration."""
