package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Small snapshots with the names, types and conventions of the writers of simulation codes: eight
 * dark particles in a row, each with a mass of its own or one in the table.
 */
final class CodeFamilyFiles {
  static final int COUNT = 8;

  private final Path file;
  private final List<Consumer<Hdf5Writer>> steps = new ArrayList<>();

  CodeFamilyFiles(Path file) {
    this.file = file;
  }

  private CodeFamilyFiles then(Consumer<Hdf5Writer> step) {
    steps.add(step);
    return this;
  }

  CodeFamilyFiles group(String group) {
    return then(w -> w.group(group));
  }

  /** Attributes of one group, names and numbers by turns. */
  CodeFamilyFiles numbers(String group, Object... namesAndNumbers) {
    return then(
        w -> {
          for (int i = 0; i < namesAndNumbers.length; i += 2) {
            double value = ((Number) namesAndNumbers[i + 1]).doubleValue();
            w.attribute(group, (String) namesAndNumbers[i], Hdf5Type.FLOAT64, value);
          }
        });
  }

  /** Units as Gadget and AREPO state them: without 1/h, 1e10 solar masses and km/s. */
  private CodeFamilyFiles units(String group, double lengthCm) {
    return numbers(group, "UnitLength_in_cm", lengthCm, "UnitMass_in_g", 1.989e43)
        .numbers(group, "UnitVelocity_in_cm_per_s", 1e5);
  }

  CodeFamilyFiles array(String group, String name, Hdf5Type type, double... values) {
    return then(w -> w.attribute(group, name, type, values));
  }

  CodeFamilyFiles text(String group, String name, String text) {
    return then(w -> w.attribute(group, name, text));
  }

  /** Header with counts of one type; the mass table holds a mass or zeros. */
  CodeFamilyFiles header(int types, int type, Hdf5Type counts, boolean highWord, double mass) {
    double[] here = new double[types];
    here[type] = COUNT;
    double[] table = new double[types];
    table[type] = mass;
    group("/Header").array("/Header", "NumPart_ThisFile", counts, here);
    array("/Header", "NumPart_Total", counts, here);
    if (highWord) {
      array("/Header", "NumPart_Total_HighWord", counts, new double[types]);
    }
    return array("/Header", "MassTable", Hdf5Type.FLOAT64, table);
  }

  /** Particles at (1, 2, 3), (2, 3, 4) and so on times a unit; IDs from 1. */
  CodeFamilyFiles particles(int type, double unit, Hdf5Type ids) {
    String group = "/PartType" + type;
    double[] xyz = new double[3 * COUNT];
    long[] id = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      id[i] = i + 1;
      for (int d = 0; d < 3; d++) {
        xyz[3 * i + d] = unit * (1 + i + d);
      }
    }
    return group(group)
        .then(
            w -> {
              w.dataset(group + "/Coordinates", Hdf5Type.FLOAT64, COUNT, 3);
              w.write(group + "/Coordinates", 0, COUNT, xyz);
              w.dataset(group + "/ParticleIDs", ids, COUNT);
              w.write(group + "/ParticleIDs", 0, COUNT, id);
            });
  }

  /** A dataset of one number for each of some rows and columns. */
  CodeFamilyFiles dataset(int type, String name, int columns, double value) {
    String path = "/PartType" + type + "/" + name;
    double[] values = new double[COUNT * columns];
    Arrays.fill(values, value);
    return then(
        w -> {
          if (columns == 1) {
            w.dataset(path, Hdf5Type.FLOAT64, COUNT);
          } else {
            w.dataset(path, Hdf5Type.FLOAT64, COUNT, columns);
          }
          w.write(path, 0, COUNT, values);
        });
  }

  Path write() {
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      steps.forEach(step -> step.accept(w));
    }
    return file;
  }

  /** AREPO: parameters in the header, units without 1/h, options in Config. */
  CodeFamilyFiles arepo() {
    return header(6, 1, Hdf5Type.INT32, true, 2)
        .numbers("/Header", "Time", 0.5, "Redshift", 1, "BoxSize", 100)
        .numbers("/Header", "NumFilesPerSnapshot", 1, "Omega0", 0.3, "OmegaLambda", 0.7)
        .numbers("/Header", "OmegaBaryon", 0.05, "HubbleParam", 0.7, "Flag_DoublePrecision", 0)
        .units("/Header", 3.085678e21)
        .group("/Parameters")
        .numbers("/Parameters", "ComovingIntegrationOn", 1, "PeriodicBoundariesOn", 1)
        .numbers("/Parameters", "SofteningTypeOfPartType1", 1, "SofteningComovingType1", 0.4)
        .numbers("/Parameters", "SofteningMaxPhysType1", 0.1)
        .group("/Config")
        .text("/Config", "SELFGRAVITY", "")
        .numbers("/Config", "PMGRID", 512)
        .particles(1, 1, Hdf5Type.UINT32)
        .dataset(1, "Velocities", 3, 10);
  }

  /** EAGLE: no Time, units and constants in groups of their own, names in the singular. */
  CodeFamilyFiles eagle() {
    return header(6, 0, Hdf5Type.INT32, true, 0)
        .numbers("/Header", "ExpansionFactor", 0.5, "Redshift", 1, "BoxSize", 100)
        .numbers("/Header", "NumFilesPerSnapshot", 1, "Omega0", 0.307, "OmegaLambda", 0.693)
        .numbers("/Header", "OmegaBaryon", 0.0483, "HubbleParam", 0.6777)
        .text("/Header", "RunLabel", "L0100N1504")
        .group("/Units")
        .units("/Units", 3.085678e24)
        .particles(0, 1, Hdf5Type.UINT64)
        .dataset(0, "Velocity", 3, 10)
        .dataset(0, "Mass", 1, 3);
  }

  /** GIZMO: units that hold 1/h already, densities by names of its own. */
  CodeFamilyFiles gizmo() {
    return header(6, 1, Hdf5Type.INT32, true, 0)
        .numbers("/Header", "Time", 0.5, "Redshift", 1, "BoxSize", 100)
        .numbers("/Header", "NumFilesPerSnapshot", 1, "ComovingIntegrationOn", 1)
        .numbers("/Header", "Omega_Matter", 0.3, "Omega_Lambda", 0.699, "Omega_Baryon", 0.05)
        .numbers("/Header", "Omega_Radiation", 0.001, "HubbleParam", 0.7)
        .numbers("/Header", "UnitLength_In_CGS", 3.085678e21 / 0.7)
        .numbers("/Header", "UnitMass_In_CGS", 1.989e43 / 0.7)
        .numbers("/Header", "UnitVelocity_In_CGS", 1e5)
        .array(
            "/Header",
            "Fixed_ForceSoftening_Keplerian_Kernel_Extent",
            Hdf5Type.FLOAT64,
            0,
            0.28,
            0,
            0,
            0,
            0)
        .particles(1, 1, Hdf5Type.UINT32)
        .dataset(1, "Velocities", 3, 10)
        .dataset(1, "Masses", 1, 3);
  }

  /** Gadget-2, and GIZMO of the years before 2020 (SIMBA): no units. */
  CodeFamilyFiles gadget2() {
    return header(6, 1, Hdf5Type.INT32, true, 2)
        .numbers("/Header", "Time", 0.5, "Redshift", 1, "BoxSize", 100000)
        .numbers("/Header", "NumFilesPerSnapshot", 1, "Omega0", 0.3, "OmegaLambda", 0.7)
        .numbers("/Header", "HubbleParam", 0.7, "Flag_Sfr", 0, "Flag_Cooling", 0)
        .particles(1, 1000, Hdf5Type.UINT32)
        .dataset(1, "Velocities", 3, 10);
  }

  /** Gadget-4: all parameters in their own group. */
  CodeFamilyFiles gadget4() {
    return header(6, 1, Hdf5Type.UINT64, false, 2)
        .numbers("/Header", "Time", 0.5, "Redshift", 1, "BoxSize", 100, "NumFilesPerSnapshot", 1)
        .gadget4Parameters()
        .particles(1, 1, Hdf5Type.UINT32)
        .dataset(1, "Velocities", 3, 10);
  }

  private CodeFamilyFiles gadget4Parameters() {
    return group("/Parameters")
        .numbers("/Parameters", "Omega0", 0.3, "OmegaLambda", 0.7, "OmegaBaryon", 0.05)
        .numbers("/Parameters", "HubbleParam", 0.7, "Hubble", 100, "ComovingIntegrationOn", 1)
        .units("/Parameters", 3.085678e24)
        .numbers("/Parameters", "SofteningClassOfPartType1", 0, "SofteningComovingClass0", 0.4)
        .numbers("/Parameters", "SofteningMaxPhysClass0", 0.1)
        .group("/Config")
        .text("/Config", "PERIODIC", "");
  }

  /** Particles on a light cone of Gadget-4: neither time nor box. */
  CodeFamilyFiles lightcone() {
    double[] counts = {0, COUNT, 0, 0, 0, 0};
    return group("/Header")
        .array("/Header", "NumPart_ThisFile", Hdf5Type.UINT64, counts)
        .array("/Header", "NumPart_Total", Hdf5Type.UINT64, counts)
        .numbers("/Header", "NumFiles", 1)
        .gadget4Parameters()
        .particles(1, 1, Hdf5Type.UINT32)
        .dataset(1, "Velocities", 3, 10)
        .dataset(1, "Masses", 1, 3);
  }

  /** SWIFT: 1-arrays everywhere, parameters as texts, what is internal in units of its own. */
  CodeFamilyFiles swift(double periodic) {
    double length = 3.08567758e24;
    return header(7, 1, Hdf5Type.INT64, true, 0)
        .array("/Header", "BoxSize", Hdf5Type.FLOAT64, 100, 100, 100)
        .array("/Header", "Dimension", Hdf5Type.INT32, 3)
        .array("/Header", "Time", Hdf5Type.FLOAT64, 5.9e-3)
        .array("/Header", "Redshift", Hdf5Type.FLOAT64, 1)
        .array("/Header", "Scale-factor", Hdf5Type.FLOAT64, 0.5)
        .array("/Header", "NumFilesPerSnapshot", Hdf5Type.INT32, 1)
        .text("/Header", "Code", "SWIFT")
        .text("/Header", "OutputType", "FullVolume")
        .group("/Cosmology")
        .array("/Cosmology", "Cosmological run", Hdf5Type.INT32, 1)
        .array("/Cosmology", "h", Hdf5Type.FLOAT64, 0.7)
        .array("/Cosmology", "Omega_m", Hdf5Type.FLOAT64, 0.29)
        .array("/Cosmology", "Omega_b", Hdf5Type.FLOAT64, 0.05)
        .array("/Cosmology", "Omega_lambda", Hdf5Type.FLOAT64, 0.699)
        .array("/Cosmology", "Omega_r", Hdf5Type.FLOAT64, 0.0001)
        .array("/Cosmology", "Omega_nu_0", Hdf5Type.FLOAT64, 0.01)
        .array("/Cosmology", "Omega_nu", Hdf5Type.FLOAT64, 0.0051)
        .array("/Cosmology", "Omega_k", Hdf5Type.FLOAT64, 0.0009)
        .array("/Cosmology", "w_0", Hdf5Type.FLOAT64, -0.9)
        .array("/Cosmology", "w_a", Hdf5Type.FLOAT64, 0.1)
        .array("/Cosmology", "w", Hdf5Type.FLOAT64, -0.85)
        .array("/Cosmology", "N_eff", Hdf5Type.FLOAT64, 3.046)
        .group("/Units")
        .array("/Units", "Unit length in cgs (U_L)", Hdf5Type.FLOAT64, length)
        .array("/Units", "Unit mass in cgs (U_M)", Hdf5Type.FLOAT64, 1.98841e43)
        .array("/Units", "Unit time in cgs (U_t)", Hdf5Type.FLOAT64, length / 1e5)
        .group("/InternalCodeUnits")
        .array("/InternalCodeUnits", "Unit length in cgs (U_L)", Hdf5Type.FLOAT64, length / 1e3)
        .array("/InternalCodeUnits", "Unit mass in cgs (U_M)", Hdf5Type.FLOAT64, 1.98841e33)
        .array("/InternalCodeUnits", "Unit time in cgs (U_t)", Hdf5Type.FLOAT64, length / 1e8)
        .group("/Parameters")
        .text("/Parameters", "InitialConditions:periodic", periodic == 0 ? "0" : "1")
        .group("/GravityScheme")
        .array(
            "/GravityScheme",
            "Comoving DM softening length (Plummer equivalent)  [internal units]",
            Hdf5Type.FLOAT64,
            400)
        .array(
            "/GravityScheme",
            "Maximal physical DM softening length (Plummer equivalent) [internal units]",
            Hdf5Type.FLOAT64,
            100)
        .particles(1, 1, Hdf5Type.INT64)
        .dataset(1, "Velocities", 3, 10)
        .dataset(1, "Masses", 1, 3);
  }

  /** Initial conditions for SWIFT by MUSIC: the redshift as scale factor, parts of the matter. */
  CodeFamilyFiles music() {
    return header(6, 1, Hdf5Type.INT32, true, 2)
        .numbers("/Header", "Time", 0.02, "Redshift", 49, "Scale-factor", 49, "BoxSize", 100)
        .numbers("/Header", "NumFilesPerSnapshot", 1)
        .group("/Cosmology")
        .numbers("/Cosmology", "Omega_b", 0.05, "Omega_cdm", 0.25, "Omega_lambda", 0.7, "h", 0.7)
        .group("/Units")
        .numbers("/Units", "Unit length in cgs (U_L)", 3.08567758e24)
        .numbers("/Units", "Unit mass in cgs (U_M)", 1.98841e43)
        .numbers("/Units", "Unit time in cgs (U_t)", 3.08567758e19)
        .particles(1, 1, Hdf5Type.INT32)
        .dataset(1, "Velocities", 3, 10);
  }

  /** PKDGRAV3: BoxSize in Mpc/h, coordinates in boxes around 0, masses in classes or columns. */
  CodeFamilyFiles pkdgrav() {
    return header(6, 1, Hdf5Type.UINT32, true, 0)
        .text("/Header", "PKDGRAV version", "3.3")
        .numbers("/Header", "Time", 0.0123, "Redshift", 1, "BoxSize", 100)
        .numbers("/Header", "NumFilesPerSnapshot", 1, "Flag_Sfr", 0, "Omega0", 0.3)
        .numbers("/Header", "OmegaLambda", 0.7, "OmegaB", 0.05, "HubbleParam", 0.7)
        .group("/Cosmology")
        .numbers("/Cosmology", "Cosmological run", 1, "Omega_m", 0.3, "Omega_lambda", 0.7)
        .numbers("/Cosmology", "Omega_b", 0.05, "HubbleParam", 0.7, "Hubble0", 2.894405)
        .group("/Units")
        .numbers("/Units", "KpcUnit", 1e5 / 0.7, "MsolUnit", 3.966e17, "KmPerSecUnit", 3454.6)
        .particles(1, 0.01, Hdf5Type.UINT64)
        .dataset(1, "Velocities", 3, 10)
        .dataset(1, "Masses", 1, 0.03125);
  }

  /** StePS: the topology by name, dark energy that evolves. */
  CodeFamilyFiles steps(String topology) {
    return header(6, 1, Hdf5Type.INT32, true, 0)
        .numbers("/Header", "Time", 0.5, "Redshift", 1, "BoxSize", 100, "NumFilesPerSnapshot", 1)
        .numbers("/Header", "Omega0", 0.3, "OmegaLambda", 0.7, "HubbleParam", 0.7)
        .numbers("/Header", "DE_w0", -0.9, "DE_wa", 0.1)
        .text("/Header", "TopologicalManifold", topology)
        .particles(1, 1, Hdf5Type.UINT64)
        .dataset(1, "Velocities", 3, 10)
        .dataset(1, "Masses", 1, 3);
  }
}
